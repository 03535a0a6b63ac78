import type { Catalog, CatalogRun } from './catalog'
import type { ProviderRoot } from './providerRoot'
import { isUnchanged } from './refreshIndex'
import type { RunReader } from './runReader'
import { loadRun, rootOf } from './summariseRun'

/** More are not read for one run; the index knows the others. */
const MOST_READ = 64

/**
 * Runs that begin with the same record as this one, where the store does not tie them: asked for only where the run holds records
 * that are older than itself.
 */
export function copiedFrom(place: ProviderRoot, catalog: Catalog, run: CatalogRun, { run: copy }: RunReader): CatalogRun[] {
  const root = rootOf(copy)
  if (place.store === null || root === null || !isCopied(copy)) return []
  const project = projectOf(run)
  const others = [...catalog.runs.values()].filter((other) => other !== run && projectOf(other) === project)
  let read = 0
  return others
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .filter((other) => {
      const index = place.index()
      if (isUnchanged(other, index)) return index.summary(other.id)?.root?.record === root.record
      if (++read > MOST_READ) return false
      const main = [...other.files.values()].filter(({ spec }) => spec.role === 'main')
      return rootOf(loadRun(place, other.id, main).run)?.record === root.record
    })
}

function isCopied({ sources }: RunReader['run']): boolean {
  return [...sources.values()].some(({ root }) => root?.isCopied === true)
}

function projectOf({ files }: CatalogRun): string | null {
  for (const { spec } of files.values()) if (spec.role === 'main') return spec.project
  return null
}
