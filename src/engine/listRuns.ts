import { addressOfOrigin } from '../core/model/headOfRun'
import { endedWith } from '../core/model/phaseOf'
import { statusOf } from '../core/model/viewAgent'
import type { RunRow } from '../shared/views'
import { familyOf } from './agentsAlike'
import type { Catalog } from './catalog'
import type { EngineSettings, IndexProgress, ListFilter } from './engine'
import { unregistered } from './livenessOf'
import { newestRuns } from './newestRuns'
import { outsideOf } from './openSourcePlace'
import type { ProviderRoot } from './providerRoot'
import { openRun } from './readTree'
import { isBereft, lostRoots, refreshIndex } from './refreshIndex'
import { type IndexedFile, indexFrom, saveIndex } from './rowIndex'
import type { RunReader } from './runReader'
import { type RunSummary, summarise } from './summariseRun'
import { SILENT_MS } from './unregisteredRuns'

export interface ListOptions {
  readonly settings: EngineSettings
  readonly signal: AbortSignal
  /** Work that nobody waits for: done when the loop is free, at the latest before the engine closes. */
  readonly afterwards: (work: () => void) => void
  readonly onProgress?: (progress: IndexProgress) => void
  /** Settles when the channels of a provider have had their say. */
  readonly heard?: (provider: string) => Promise<void>
  /** A run that a watch follows has been read: live ones are the longest of all, and need not be read again. */
  readonly held?: (place: ProviderRoot, run: string) => RunReader | null
}

/** All summaries of one root, live runs as they are now. Saves the index when it has learnt something. */
export async function summariseAll(
  place: ProviderRoot,
  catalog: Catalog,
  only: ReadonlySet<string> | null,
  options: ListOptions,
): Promise<Map<string, RunSummary>> {
  place.links.reload()
  const index = place.index()
  const { summaries, read } = await refreshIndex(catalog, index, {
    view: place.view,
    outside: outsideOf(options.settings),
    workerScript: options.settings.workerScript,
    signal: options.signal,
    only,
    rootRecord: (run) => place.rootRecord(catalog, run),
    corrections: (run) => place.corrections(run),
    onCheckpoint: (done) => void keepIndex(place, catalog, loners(done, catalog), options.settings)(),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  })
  const isStale = read > 0 || (only === null && index.files.size !== catalog.files.size)
  // Interrupted, it keeps what is done: the next start goes on from there.
  if (isStale) {
    const save = keepIndex(place, catalog, summaries, options.settings)
    options.afterwards(() => {
      const failure = save()
      if (failure !== null) options.settings.onWarning(`the index could not be saved, the next start will be slower: ${failure}`)
    })
  }
  nameOrigins(place, summaries)
  await options.heard?.(place.provider.id)
  overlayLive(place, catalog, summaries, options)
  overlayOrigins(place, summaries)
  return summaries
}

/** Where a conversation belongs is known when all have been met, which whoever read the fork had not. */
function nameOrigins({ provider, runOfThread }: ProviderRoot, summaries: Map<string, RunSummary>): void {
  for (const [id, summary] of summaries) {
    const forkedFrom = addressOfOrigin(provider.id, summary.row.forkedFrom, runOfThread)
    if (forkedFrom !== summary.row.forkedFrom) summaries.set(id, { ...summary, row: { ...summary.row, forkedFrom } })
  }
}

/** Makes what was learnt the index from here on. The answer writes it, and says why it could not. */
function keepIndex(
  place: ProviderRoot,
  catalog: Catalog,
  summaries: ReadonlyMap<string, RunSummary>,
  settings: EngineSettings,
): () => string | null {
  const before = place.index()
  const lost = lostRoots(catalog, before)
  const all = new Map(summaries)
  const files = new Map<string, IndexedFile>()
  for (const run of before.runs) {
    if (all.has(run) || !catalog.runs.has(run)) continue
    const kept = before.summary(run)
    if (kept && !isBereft(kept, lost)) all.set(run, kept)
  }
  for (const file of catalog.files.values()) {
    const { path, size, mtimeMs, ino, run } = file
    if (run === null || summaries.has(run)) files.set(path, { size, mtimeMs, ino, run })
  }
  for (const [path, file] of before.files) {
    // Not read this time: as it was when it was last read, so that a change since then, or its end, is still seen as one.
    if (file.run !== null && all.has(file.run) && !summaries.has(file.run)) files.set(path, file)
  }
  place.adoptIndex(indexFrom(files, all))
  return () => saveIndex(settings.stateFolder, place.provider.id, place.stamp, files, all)
}

/** Forks are settled only when all are read: until then their rows must not pass for finished ones. */
function loners(summaries: ReadonlyMap<string, RunSummary>, catalog: Catalog): Map<string, RunSummary> {
  const members = new Map<string, number>()
  for (const { root } of summaries.values()) if (root) members.set(root.record, (members.get(root.record) ?? 0) + 1)
  const isAlone = (run: string, record: string): boolean => members.get(record) === 1 && familyOf(catalog, run) === null
  return new Map([...summaries].filter(([run, { root }]) => !root || isAlone(run, root.record)))
}

/** The index knows runs as they are when nobody owns them; who is alive, and what broke off here, is asked anew each time. */
function overlayLive(place: ProviderRoot, catalog: Catalog, summaries: Map<string, RunSummary>, { held }: ListOptions): void {
  const now = Date.now()
  for (const [id, summary] of summaries) {
    const { row } = summary
    const run = catalog.runs.get(id)
    const isLate = run !== undefined && now - run.mtimeMs < SILENT_MS
    const isOld = isLate && row.cwd !== null && unregistered(place, catalog, id, row.version, row.cwd) !== null
    const { live, end } = place.live.livenessOf(id)
    const over = row.phase === 'orphaned' ? endedWith(end, Date.parse(row.updated ?? '')) : null
    if (run && !isOld && !live && over) {
      const { phase, source } = over
      summaries.set(id, { ...summary, row: { ...row, phase, status: statusOf(phase, false), status_source: source } })
    }
    if (!run || !(isOld || live)) continue
    const reader = held?.(place, id) ?? openRun(place, catalog, run)
    summaries.set(id, summarise(reader, place.view, run.sizeBytes))
  }
}

/** The index knows runs as their files tell them; who started them here is told beside. */
function overlayOrigins(place: ProviderRoot, summaries: Map<string, RunSummary>): void {
  for (const [id, summary] of summaries) {
    const forkedFrom = place.originOf(id)
    if (forkedFrom !== null) summaries.set(id, { ...summary, row: { ...summary.row, forkedFrom } })
  }
}

export async function listRuns(places: readonly ProviderRoot[], filter: ListFilter, options: ListOptions): Promise<RunRow[]> {
  const rows: RunRow[] = []
  for (const place of places) {
    if (filter.provider !== null && filter.provider !== place.provider.id) continue
    // What only programs tell of is in no folder that a walk could find.
    if (place.store?.heard) await options.heard?.(place.provider.id)
    const catalog = await place.catalogSoon()
    warnUnreadable(catalog, options.settings)
    const summaries = await summariseWanted(place, catalog, filter, options)
    for (const { row, isPhantom: phantom } of summaries.values()) if (!phantom && passes(row, filter)) rows.push(row)
  }
  rows.sort((a, b) => compare(b.updated ?? '', a.updated ?? '') || compare(a.uri, b.uri))
  return filter.limit === null ? rows : rows.slice(0, filter.limit)
}

/** An empty list must not pass for an empty folder. */
function warnUnreadable(catalog: Catalog, settings: EngineSettings): void {
  const [first, ...more] = catalog.problems
  if (!first) return
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  settings.onWarning(
    `${first.path === '' ? catalog.root : first.path}${others} cannot be read (${first.reason}); "doctor" names them`,
  )
}

/** A short list or one of live runs needs no others read. */
async function summariseWanted(
  place: ProviderRoot,
  catalog: Catalog,
  filter: ListFilter,
  options: ListOptions,
): Promise<Map<string, RunSummary>> {
  const { limit } = filter
  if (filter.liveOnly) await options.heard?.(place.provider.id)
  if (filter.liveOnly) return summariseAll(place, catalog, possiblyLive(place, catalog), options)
  if (limit === null || filter.project !== null) return summariseAll(place, catalog, null, options)
  const dated = newestRuns(place, catalog)
  for (let count = limit + SPARE; ; count *= 4) {
    const chosen = new Set(dated.slice(0, count).map((run) => run.id))
    const summaries = await summariseAll(place, catalog, chosen, options)
    const next = dated[count]
    if (!next || options.signal.aborted || isEnough(summaries, limit, next.at)) return summaries
  }
}

/** Runs without any conversation fall out of a list: a few more candidates mostly make up for them. */
const SPARE = 8
/** Times of one file are not strictly in order, so its last one may be a little too early. */
const DISORDER_MS = 10_000

/** That many rows are newer than anything not read: records that are no conversation can make a run look newer than it is. */
function isEnough(summaries: ReadonlyMap<string, RunSummary>, limit: number, unreadAt: number): boolean {
  let newer = 0
  for (const { row, isPhantom } of summaries.values())
    if (!isPhantom && Date.parse(row.updated ?? '') > unreadAt + DISORDER_MS) newer++
  return newer >= limit
}

/** What a registry claims, and what wrote so lately that a session without a registry may own it. */
function possiblyLive(place: ProviderRoot, catalog: Catalog): Set<string> {
  const runs = new Set([...place.live.claimed()].filter((run) => place.live.livenessOf(run).live))
  for (const run of catalog.runs.values()) if (Date.now() - run.mtimeMs < SILENT_MS) runs.add(run.id)
  return runs
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
