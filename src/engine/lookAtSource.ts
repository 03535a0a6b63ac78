import { join } from 'node:path'
import { addFile, addStored, type Catalog, type CatalogFile } from './catalog'
import { lookAtFile } from './lookAtFile'
import type { SourcePlace } from './sourcePlace'

/** A source as it is now. `forbidden`: it may be there, but we may not ask. */
export type SourceLook =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'there'
      readonly ino: number
      /** The run that the store counts it to; null: its path or its records tell. */
      readonly run: string | null
      /** Takes it into a catalog; null: it is no source. */
      readonly addTo: (catalog: Catalog) => CatalogFile | null
    }

export function lookAtSource({ provider, root, store }: SourcePlace, path: string): SourceLook {
  if (store && provider.recognise(path) === null) {
    const source = store.look(path)
    return source
      ? { kind: 'there', ino: source.ino, run: source.spec.run, addTo: (catalog) => addStored(catalog, source) }
      : { kind: 'gone' }
  }
  const stats = lookAtFile(join(root, path))
  if (stats === 'forbidden') return { kind: 'forbidden' }
  if (!stats?.isFile()) return { kind: 'gone' }
  const { size, mtimeMs, ino } = stats
  return { kind: 'there', ino, run: null, addTo: (catalog) => addFile(catalog, path, { size, mtimeMs, ino }) }
}
