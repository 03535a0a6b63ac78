import type { Catalog, CatalogRun } from '../catalog'
import type { ProviderRoot } from '../providerRoot'
import { isUnchanged } from '../refreshIndex'
import { loadRun, summarise } from '../summariseRun'

export interface LookedAtRun {
  readonly entry: CatalogRun
  readonly startedAt: number
  readonly cwd: string | null
  readonly prompt: string | null
  readonly title: string | null
}

/** Runs that the index does not know are read; more of them than this at once is a first start, and the index comes soon. */
const MOST_READ = 64
const SLACK_MS = 2000

/** Runs that may have begun since `from`, from the index where it knows them. */
export function startedBetween(place: ProviderRoot, catalog: Catalog, from: number): readonly LookedAtRun[] {
  const late = [...catalog.runs.values()].filter((run) => run.mtimeMs >= from - SLACK_MS).sort((a, b) => a.mtimeMs - b.mtimeMs)
  let read = 0
  return late.flatMap((entry) => {
    const isKnown = isUnchanged(entry, place.index())
    if (!isKnown && ++read > MOST_READ) return []
    const run = lookAtRun(place, entry)
    return run && run.startedAt >= from - SLACK_MS ? [run] : []
  })
}

export function lookAtRun(place: ProviderRoot, entry: CatalogRun): LookedAtRun | null {
  const index = place.index()
  const known = isUnchanged(entry, index) ? index.summary(entry.id) : null
  const { row } = known ?? summarise(loadRun(place, entry.id, entry.files.values()), place.view, entry.sizeBytes)
  if (row.started === null) return null
  return { entry, startedAt: Date.parse(row.started), cwd: row.cwd, prompt: row.title, title: row.title }
}
