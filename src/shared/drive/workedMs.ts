import { isActive } from '../phaseWord'
import type { AgentView } from '../views'
import { type Pause, pausedWithin } from './pause'

type Worker = Pick<AgentView, 'phase' | 'started' | 'ended' | 'durationMs'>

/** How long it has worked: what its session stood still is no part of it. Null: nobody knows. */
export function workedMs(
  { phase, started, ended, durationMs }: Worker,
  nowMs: number,
  { pauses }: { readonly pauses: readonly Pause[] },
): number | null {
  if (started === null) return durationMs
  const from = Date.parse(started)
  if (isActive(phase)) return Math.max(0, nowMs - from - pausedWithin(pauses, from, nowMs))
  if (durationMs === null) return null
  const to = ended === null ? from + durationMs : Date.parse(ended)
  return Math.max(0, durationMs - pausedWithin(pauses, from, to))
}
