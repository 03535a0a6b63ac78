import { statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { DoctorReport } from '../shared/doctorReport'
import type { Catalog } from './catalog'

type StoreReport = DoctorReport['stores'][number]

/** The databases and folders of documents that a product keeps its conversations in, instead of files of lines. */
export function storeReports({ provider, root, store, files, problems }: Catalog): StoreReport[] {
  const stores = new Map<string, StoreReport>()
  for (const { name, file, sizeBytes } of store?.list().places ?? [])
    stores.set(name, { provider: provider.id, path: shownPath(root, file), conversations: 0, bytes: sizeBytes, note: null })
  const storeOf = (path: string): string => [...stores.keys()].find((name) => path.startsWith(`${name}/`)) ?? firstOf(path)
  for (const { path, spec } of files.values()) {
    // What only adds to conversations of files is none.
    if (spec.format !== 'records' || spec.role === 'side') continue
    const name = storeOf(path)
    const known = stores.get(name) ?? {
      ...{ provider: provider.id, path: name, conversations: 0, note: null },
      bytes: sizeOf(join(root, name)),
    }
    stores.set(name, { ...known, conversations: known.conversations + 1 })
  }
  for (const { path, reason } of problems) {
    const name = stores.has(path) ? path : storeOf(path)
    const known = stores.get(name)
    if (known) stores.set(name, { ...known, note: reason })
  }
  return [...stores.values()]
}

/** `doctor` is the one place that may say where on this machine something lies. */
function shownPath(root: string, file: string): string {
  const inside = relative(root, file)
  return isAbsolute(inside) || inside.split(sep)[0] === '..' ? file : inside.split(sep).join('/')
}

/** A folder of documents: its conversations lie below its name. */
function firstOf(path: string): string {
  const cut = path.indexOf('/')
  return cut < 0 ? path : path.slice(0, cut)
}

/** Null: a folder, not below the root, or closed to us. */
function sizeOf(path: string): number | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found.size : null
  } catch {
    return null
  }
}
