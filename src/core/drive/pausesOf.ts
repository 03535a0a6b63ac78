import { type Pause, pausedWithin } from '../../shared/drive/pause'

interface Paused {
  readonly started: number
  readonly pausedAt: number | null
  readonly pausedMs: number
  readonly pauses?: readonly Pause[] | undefined
}

/** Every pause of a session, the oldest first; the one that lasts goes on until now. */
export function pausesOf({ started, pausedAt, pausedMs, pauses = [] }: Paused, now: number): readonly Pause[] {
  // Approximated: records from before the times were kept know only the sum. As if at the start, it is missing in no total,
  // and never taken off a silence that came later.
  const untimed = pausedMs - pausedWithin(pauses, 0, now)
  return [
    ...(untimed > 0 ? [{ from: started, to: started + untimed }] : []),
    ...pauses,
    ...(pausedAt === null ? [] : [{ from: pausedAt, to: Math.max(pausedAt, now) }]),
  ]
}
