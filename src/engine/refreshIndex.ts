import { type Corrections, correctionsStamp, NO_CORRECTIONS } from '../core/model/corrections'
import { setCorrections } from '../core/model/forest'
import type { ViewOptions } from '../core/model/viewAgents'
import { agentsAlike, familyOf } from './agentsAlike'
import type { Catalog, CatalogRun } from './catalog'
import type { IndexProgress } from './engine'
import type { IndexTask } from './indexTask'
import type { Outside } from './openSourcePlace'
import { type FamilyMember, relateFamily } from './relateFamily'
import type { IndexedFile, RowIndex } from './rowIndex'
import { runTasks } from './runTasks'
import { loadRun, type RunSummary, rootOf, summarise } from './summariseRun'

export interface RefreshOptions {
  /** What a worker needs to open the place's store for itself. */
  readonly outside: Outside
  readonly view: ViewOptions
  readonly workerScript: string | null
  readonly signal: AbortSignal
  /** Only these runs; null: all. */
  readonly only: ReadonlySet<string> | null
  /** The record another run begins with, where it is not read this time. */
  readonly rootRecord: (run: string) => string | null
  /** What a person said about the links of a run; absent: nothing about any. */
  readonly corrections?: (run: string) => Corrections
  readonly onProgress?: (progress: IndexProgress) => void
  /** Now and then, with what is done so far: a long first reading that is cut off goes on from there. */
  readonly onCheckpoint?: (summaries: ReadonlyMap<string, RunSummary>) => void
}

const CHECKPOINT_MS = 2000

export interface Refreshed {
  readonly summaries: Map<string, RunSummary>
  /** Runs that were read because the index did not hold them as they are. */
  readonly read: number
}

/** Brings every run's summary up to date: from the index where no file changed, by reading where one did. Newest first. */
export async function refreshIndex(catalog: Catalog, index: RowIndex, options: RefreshOptions): Promise<Refreshed> {
  const summaries = new Map<string, RunSummary>()
  const stale: CatalogRun[] = []
  const lost = lostRoots(catalog, index)
  for (const run of catalog.runs.values()) {
    if (options.only && !options.only.has(run.id)) continue
    const known = isUnchanged(run, index) ? index.summary(run.id) : null
    // That a file can be read again shows in none of its stamps.
    const isWhole = !known?.problems.some(({ code }) => code === 'unreadable')
    if (
      known &&
      isWhole &&
      !isBereft(known, lost) &&
      !isAlone(known, catalog) &&
      known.corrections === correctionsStamp(correctionsFor(run, options))
    )
      summaries.set(run.id, known)
    else stale.push(run)
  }
  stale.sort((a, b) => b.mtimeMs - a.mtimeMs)
  const totalBytes = stale.reduce((sum, run) => sum + run.sizeBytes, 0)
  let doneRuns = 0
  let doneBytes = 0
  let checkpointAt = performance.now() + CHECKPOINT_MS
  const tasks = stale.map((run) => toTask(run, options))
  await runTasks({ place: catalog, options: options.view }, tasks, {
    outside: options.outside,
    workerScript: options.workerScript,
    signal: options.signal,
    onResult: ({ run, summary, sizeBytes }) => {
      summaries.set(run, summary)
      doneRuns++
      doneBytes += sizeBytes
      options.onProgress?.({ doneRuns, totalRuns: stale.length, doneBytes, totalBytes })
      if (!options.onCheckpoint || performance.now() < checkpointAt) return
      options.onCheckpoint(summaries)
      checkpointAt = performance.now() + CHECKPOINT_MS
    },
  })
  const changed = new Set(stale.map((run) => run.id))
  for (const family of familiesOf(summaries, catalog, options.rootRecord)) {
    if (family.some((run) => changed.has(run))) settleFamily(catalog, family, summaries, options)
  }
  return { summaries, read: stale.length }
}

/** First records of runs that are gone: what their forks shared with them is the forks' own now. */
export function lostRoots(catalog: Catalog, index: RowIndex): ReadonlySet<string> {
  const lost = new Set<string>()
  for (const run of index.runs) {
    const record = catalog.runs.has(run) ? undefined : index.summary(run)?.root?.record
    if (record !== undefined) lost.add(record)
  }
  return lost
}

export function isBereft(summary: RunSummary, lost: ReadonlySet<string>): boolean {
  return summary.root !== null && lost.has(summary.root.record)
}

/** The agent that it was copied from is gone. */
function isAlone({ row: { forkedFrom } }: RunSummary, catalog: Catalog): boolean {
  const [home = '', agent] = forkedFrom?.split('://')[1]?.split('/') ?? []
  if (agent === undefined || catalog.store === null) return false
  for (const { spec } of catalog.runs.get(home)?.files.values() ?? []) if (spec.agent === agent) return false
  return true
}

function correctionsFor(run: CatalogRun, { corrections }: RefreshOptions): Corrections {
  return corrections?.(run.id) ?? NO_CORRECTIONS
}

function toTask(run: CatalogRun, options: RefreshOptions): IndexTask {
  const { id, sizeBytes, files } = run
  return { run: id, sizeBytes, files: [...files.values()], corrections: correctionsFor(run, options) }
}

/** Every file as it was, and none gone. */
export function isUnchanged(run: CatalogRun, index: RowIndex): boolean {
  if (index.fileCounts.get(run.id) !== run.files.size) return false
  for (const file of run.files.values()) if (!isSameFile(file, index.files.get(file.path))) return false
  return true
}

export function isSameFile(file: Pick<IndexedFile, 'size' | 'mtimeMs' | 'ino'>, known: IndexedFile | undefined): boolean {
  return known !== undefined && known.size === file.size && known.mtimeMs === file.mtimeMs && known.ino === file.ino
}

/** Runs that begin with the same record. Those not asked for count too: they may be the origin. */
function familiesOf(
  summaries: ReadonlyMap<string, RunSummary>,
  catalog: Catalog,
  rootRecord: RefreshOptions['rootRecord'],
): string[][] {
  const byRoot = new Map<string, string[]>()
  for (const [run, summary] of summaries) {
    if (!summary.root || !catalog.runs.has(run)) continue
    const family = byRoot.get(summary.root.record)
    if (family) family.push(run)
    else byRoot.set(summary.root.record, [run])
  }
  if (summaries.size < catalog.runs.size && summaries.size > 0) {
    for (const run of catalog.runs.keys()) {
      if (summaries.has(run)) continue
      const record = rootRecord(run)
      if (record !== null) byRoot.get(record)?.push(run)
    }
  }
  // Alone among runs, it may still be a fork of somebody's agent.
  return [...byRoot.values()].filter(([run, ...others]) => others.length > 0 || (run && familyOf(catalog, run) !== null))
}

function settleFamily(
  catalog: Catalog,
  family: readonly string[],
  summaries: Map<string, RunSummary>,
  options: RefreshOptions,
): void {
  const loaded = family.flatMap((id) => {
    const run = catalog.runs.get(id)
    return run ? [{ run, reader: loadRun(catalog, id, run.files.values()) }] : []
  })
  const agents = new Map(
    loaded.flatMap(({ run, reader }) => {
      const root = rootOf(reader.run)
      return root === null ? [] : agentsAlike(catalog, catalog, run.id, root.record).map((one) => [one.thread, one])
    }),
  )
  relateFamily(
    loaded.map(({ run, reader }) => memberOf(run, reader)),
    [...agents.values()],
  )
  for (const { run, reader } of loaded) {
    if (!summaries.has(run.id)) continue
    reader.run.runOfThread = (thread) => catalog.threads.get(thread) ?? null
    setCorrections(reader.run, correctionsFor(run, options))
    summaries.set(run.id, summarise(reader, options.view, run.sizeBytes))
  }
}

export function memberOf(run: CatalogRun, reader: ReturnType<typeof loadRun>): FamilyMember {
  let bornAt = Number.POSITIVE_INFINITY
  let ownAgentFiles = 0
  let isCopy = false
  for (const { root } of reader.run.sources.values()) {
    if (!root) continue
    bornAt = Math.min(bornAt, root.bornAt)
    isCopy ||= root.isCopied || (root.session !== null && root.session !== run.id)
  }
  for (const file of run.files.values()) if (file.spec.role === 'agent') ownAgentFiles++
  return { run: reader.run, bornAt, ownAgentFiles, isCopy }
}
