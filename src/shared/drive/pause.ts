import { z } from 'zod'

/** A time in which a session stood still by a signal of ours, in milliseconds since 1970. */
export const Pause = z.object({ from: z.number(), to: z.number() })
export type Pause = z.infer<typeof Pause>

/** Since when what has these pauses stands still: the one that lasts has no end. Null: it goes on. */
export function stillSince(pauses: readonly Pause[]): number | null {
  return pauses.find(({ to }) => to === Number.POSITIVE_INFINITY)?.from ?? null
}

/** Until when it stood still at last. Null: it never did. */
export function lastPaused(pauses: readonly Pause[]): number | null {
  return pauses.length === 0 ? null : Math.max(...pauses.map(({ to }) => to))
}

/** How much of a span was spent in pauses. */
export function pausedWithin(pauses: readonly Pause[], from: number, to: number): number {
  return pauses.reduce((ms, pause) => ms + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), 0)
}
