import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DoctorReport } from '../shared/doctorReport'
import type { Catalog } from './catalog'

type StoreReport = DoctorReport['stores'][number]

/** The databases and folders of documents that a product keeps its conversations in, instead of files of lines. */
export function storeReports({ provider, root, files, problems }: Catalog): StoreReport[] {
  const stores = new Map<string, StoreReport>()
  for (const { path, spec } of files.values()) {
    if (spec.format !== 'records') continue
    const name = storeOf(path)
    const known = stores.get(name) ?? {
      ...{ provider: provider.id, path: name, conversations: 0, note: null },
      bytes: sizeOf(join(root, name)),
    }
    stores.set(name, { ...known, conversations: known.conversations + 1 })
  }
  for (const { path, reason } of problems) {
    const known = stores.get(storeOf(path))
    if (known) stores.set(known.path, { ...known, note: reason })
  }
  return [...stores.values()]
}

/** A database is a file, and its conversations lie below its name. */
function storeOf(path: string): string {
  const cut = path.indexOf('/')
  return cut < 0 ? path : path.slice(0, cut)
}

/** Null: a folder, or not below the root. */
function sizeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : null
}
