/** A time in which a session stood still by a signal of ours, in milliseconds. */
export interface Pause {
  readonly from: number
  readonly to: number
}

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

/** How much of a span was spent in pauses. */
export function pausedWithin(pauses: readonly Pause[], from: number, to: number): number {
  return pauses.reduce((ms, pause) => ms + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), 0)
}
