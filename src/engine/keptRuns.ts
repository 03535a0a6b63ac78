import type { FollowedRun } from './followedRun'

/** Runs that somebody looks at, and how many do: as long as one does, they are not let go. */
export interface KeptRuns {
  has(run: string): boolean
  add(run: string): void
  /** True: nobody looks any more. */
  remove(run: string): boolean
}

export function openKeptRuns(): KeptRuns {
  const counts = new Map<string, number>()
  return {
    has: (run) => counts.has(run),
    add: (run) => void counts.set(run, (counts.get(run) ?? 0) + 1),
    remove(run) {
      const left = (counts.get(run) ?? 0) - 1
      if (left > 0) counts.set(run, left)
      else counts.delete(run)
      return left <= 0
    },
  }
}

/** More runs than this are not held. */
const HELD_RUNS = 256

/** The runs to let go: those longest without a change, among the ones nobody needs. */
export function tooMany(runs: ReadonlyMap<string, FollowedRun>, isIdle: (run: FollowedRun) => boolean): FollowedRun[] {
  if (runs.size <= HELD_RUNS) return []
  const idle = [...runs.values()].filter(isIdle)
  return idle.sort((a, b) => a.lastChangeAt - b.lastChangeAt).slice(0, runs.size - HELD_RUNS)
}
