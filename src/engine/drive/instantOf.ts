const LAST = 8.64e15

/** As the wire wants it. A clock that is out of all bounds must not end a feed. */
export function instantOf(ms: number): string {
  return new Date(Math.min(LAST, Math.max(0, Number.isFinite(ms) ? ms : 0))).toISOString()
}
