import type { Timers } from './every'
import { breathe, every, systemTimers } from './every'
import type { Walk, WalkOptions, WalkProblem } from './walkRoot'
import { walkRootInSlices } from './walkRoot'

/** What tells whether a file is still the one last read. */
export interface KnownFile {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
}

export interface SweepOptions {
  readonly roots: readonly string[]
  readonly want: (relPath: string) => boolean
  /** What the reader last saw of one root, by relative path. */
  readonly known: (rootIndex: number) => ReadonlyMap<string, KnownFile>
  readonly onHint: (rootIndex: number, relPath: string) => void
  /** The tree as found, so that the watcher can open folders whose birth it missed. */
  readonly onWalk?: (rootIndex: number, walk: Walk) => void
  readonly intervalMs?: number
  /** How late a timer may be before events count as possibly lost. */
  readonly stallMs?: number
  readonly walkOptions?: WalkOptions
  readonly timers?: Timers
}

export interface SweepReport {
  readonly files: number
  readonly differing: number
  readonly problems: readonly { readonly rootIndex: number; readonly problem: WalkProblem }[]
}

export interface Sweep {
  /** On focus or resume. Joins the sweep that has not started yet, if there is one. */
  sweepNow(): Promise<SweepReport>
  close(): void
}

const STALL_PROBE_MS = 500

/** Repairs what watchers lose: a queue overflow is silent, so only the disk itself can tell. */
export function createSweep(options: SweepOptions): Sweep {
  const { intervalMs = 60_000, stallMs = 1000, timers = systemTimers } = options
  const aborter = new AbortController()
  let running: Promise<SweepReport> = Promise.resolve(emptyReport())
  let queued: Promise<SweepReport> | undefined
  const sweepNow = (): Promise<SweepReport> => {
    // A sweep already under way may have passed the folder that has just changed, so a new one follows it.
    queued ??= running.then(() => {
      queued = undefined
      running = sweepOnce(options, aborter.signal)
      return running
    })
    return queued
  }
  const run = (): Promise<void> => sweepNow().then(() => undefined)
  const regular = every(intervalMs, run, timers)
  const probe = every(
    STALL_PROBE_MS,
    (lateMs) => {
      if (lateMs > stallMs) void sweepNow()
    },
    timers,
  )
  return {
    sweepNow,
    close() {
      regular.close()
      probe.close()
      aborter.abort()
    },
  }
}

/** Paths whose file is new, differs, or is gone. */
export function differingPaths(known: ReadonlyMap<string, KnownFile>, walk: Walk): string[] {
  const { paths, sizes, mtimesMs, inos } = walk.files
  const differing: string[] = []
  const present = new Set<string>()
  for (let row = 0; row < paths.length; row++) {
    const path = paths[row]
    if (path === undefined) continue
    const file = known.get(path)
    if (file) present.add(path)
    if (!file || file.size !== sizes[row] || file.mtimeMs !== mtimesMs[row] || file.ino !== inos[row]) differing.push(path)
  }
  if (present.size === known.size) return differing
  for (const path of known.keys()) if (!present.has(path)) differing.push(path)
  return differing
}

async function sweepOnce(options: SweepOptions, signal: AbortSignal): Promise<SweepReport> {
  let files = 0
  let differing = 0
  const problems: { rootIndex: number; problem: WalkProblem }[] = []
  for (const [rootIndex, root] of options.roots.entries()) {
    const walk = await walkRootInSlices(root, options.want, { ...options.walkOptions, signal })
    // The comparison of 100 000 rows is a slice of its own.
    await breathe()
    if (!walk || signal.aborted) break
    options.onWalk?.(rootIndex, walk)
    const paths = differingPaths(options.known(rootIndex), walk)
    for (const path of paths) options.onHint(rootIndex, path)
    for (const problem of walk.problems) problems.push({ rootIndex, problem })
    files += walk.files.paths.length
    differing += paths.length
  }
  return { files, differing, problems }
}

function emptyReport(): SweepReport {
  return { files: 0, differing: 0, problems: [] }
}
