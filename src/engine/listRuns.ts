import { setLiveness } from '../core/model/forest'
import type { RunRow } from '../shared/views'
import type { Catalog } from './catalog'
import type { EngineSettings, IndexProgress, ListFilter } from './engine'
import { newestRuns } from './newestRuns'
import type { ProviderRoot } from './providerRoot'
import { openRun } from './readTree'
import { refreshIndex } from './refreshIndex'
import { type IndexedFile, loadIndex, saveIndex } from './rowIndex'
import { type RunSummary, summarise } from './summariseRun'

export interface ListOptions {
  readonly settings: EngineSettings
  readonly signal: AbortSignal
  readonly onProgress?: (progress: IndexProgress) => void
}

/** All summaries of one root, live runs as they are now. Saves the index when it has learnt something. */
export async function summariseAll(
  place: ProviderRoot,
  catalog: Catalog,
  only: ReadonlySet<string> | null,
  options: ListOptions,
): Promise<Map<string, RunSummary>> {
  const index = place.index()
  const { summaries, read } = await refreshIndex(catalog, index, {
    view: place.view,
    workerScript: options.settings.workerScript,
    signal: options.signal,
    only,
    rootRecord: (run) => place.rootRecord(catalog, run),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  })
  const isStale = read > 0 || (only === null && index.files.size !== catalog.files.size)
  // Interrupted, it keeps what is done: the next start goes on from there.
  if (isStale) keepIndex(place, catalog, summaries, options.settings)
  overlayLive(place, catalog, summaries)
  return summaries
}

function keepIndex(
  place: ProviderRoot,
  catalog: Catalog,
  summaries: ReadonlyMap<string, RunSummary>,
  settings: EngineSettings,
): void {
  const before = place.index()
  const all = new Map(summaries)
  const files = new Map<string, IndexedFile>()
  for (const run of before.runs) {
    if (all.has(run) || !catalog.runs.has(run)) continue
    const kept = before.summary(run)
    if (kept) all.set(run, kept)
  }
  for (const file of catalog.files.values()) {
    const { path, size, mtimeMs, ino, run } = file
    if (run !== null && summaries.has(run)) files.set(path, { size, mtimeMs, ino, run })
    // Not read this time: as it was when it was last read, so that a change since then is still seen as one.
    else if (before.files.has(path)) files.set(path, before.files.get(path) ?? { size, mtimeMs, ino, run })
  }
  const failure = saveIndex(settings.stateFolder, place.provider.id, place.stamp, files, all)
  if (failure === null) place.adoptIndex(loadIndex(settings.stateFolder, place.provider.id, place.stamp).index)
  else settings.onWarning(`the index could not be saved, the next start will be slower: ${failure}`)
}

/** The index knows runs as they are when nobody owns them; who is alive is asked anew each time. */
function overlayLive(place: ProviderRoot, catalog: Catalog, summaries: Map<string, RunSummary>): void {
  for (const id of place.live.claimed()) {
    const run = catalog.runs.get(id)
    const liveness = place.live.livenessOf(id)
    if (!run || !liveness.live || !summaries.has(id)) continue
    const reader = openRun(place, catalog, run)
    setLiveness(reader.run, liveness)
    summaries.set(id, summarise(reader, place.view, run.sizeBytes))
  }
}

export async function listRuns(places: readonly ProviderRoot[], filter: ListFilter, options: ListOptions): Promise<RunRow[]> {
  const rows: RunRow[] = []
  for (const place of places) {
    if (filter.provider !== null && filter.provider !== place.provider.id) continue
    const catalog = place.catalog()
    const summaries = await summariseAll(place, catalog, candidates(place, catalog, filter), options)
    for (const { row, isPhantom: phantom } of summaries.values()) if (!phantom && passes(row, filter)) rows.push(row)
  }
  rows.sort((a, b) => compare(b.updated ?? '', a.updated ?? '') || compare(a.uri, b.uri))
  return filter.limit === null ? rows : rows.slice(0, filter.limit)
}

/** A short list or one of live runs needs no others read. */
function candidates(place: ProviderRoot, catalog: Catalog, filter: ListFilter): ReadonlySet<string> | null {
  if (filter.liveOnly) return new Set([...place.live.claimed()].filter((run) => place.live.livenessOf(run).live))
  if (filter.limit === null || filter.project !== null) return null
  return newestRuns(place, catalog, filter.limit)
}

function passes(row: RunRow, filter: ListFilter): boolean {
  if (filter.liveOnly && !row.live) return false
  if (filter.project === null) return true
  const { project } = row
  return (
    project !== null &&
    (project === filter.project || project.startsWith(filter.project.endsWith('/') ? filter.project : `${filter.project}/`))
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
