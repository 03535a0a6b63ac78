import type { FollowedRun } from './followedRun'

/** Runs that somebody looks at, or did lately: whoever goes back to one must not wait for it to be read again. */
export interface KeptRuns {
  has(run: string): boolean
  add(run: string): void
  /** One less looks at it. Returns the runs that need not be kept any more. */
  remove(run: string): readonly string[]
}

const RESTING_RUNS = 4

export function openKeptRuns(): KeptRuns {
  const counts = new Map<string, number>()
  /** In the order in which they were left. */
  const resting = new Set<string>()
  return {
    has: (run) => counts.has(run) || resting.has(run),
    add(run) {
      counts.set(run, (counts.get(run) ?? 0) + 1)
      resting.delete(run)
    },
    remove(run) {
      const left = (counts.get(run) ?? 0) - 1
      if (left > 0) {
        counts.set(run, left)
        return []
      }
      counts.delete(run)
      resting.delete(run)
      resting.add(run)
      const done = [...resting].slice(0, Math.max(0, resting.size - RESTING_RUNS))
      for (const one of done) resting.delete(one)
      return done
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
