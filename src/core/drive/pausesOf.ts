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

/** How many are told with a session, each time that it is. */
const MOST_TOLD = 100

/** The same for who is told of it often: of many the oldest are one, as long as all of them were. */
export function toldPauses(paused: Paused, now: number): Pause[] {
  return joinOldest(pausesOf(paused, now), MOST_TOLD)
}

/** At most so many: the oldest become one, as long as all of them were. */
export function joinOldest(all: readonly Pause[], most: number): Pause[] {
  const old = all.slice(0, Math.max(0, all.length - most + 1))
  const [first] = old
  if (all.length <= most || !first) return [...all]
  const ms = old.reduce((sum, { from, to }) => sum + to - from, 0)
  // From where the first one began: it ends before the next, and is missing in no total.
  return [{ from: first.from, to: first.from + ms }, ...all.slice(old.length)]
}
