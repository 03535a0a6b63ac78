/** A count as files may claim it: what is below nothing or no number is 0, parts are left out, and what no longer counts exactly is the most. */
export function wholeCount(value: number): number {
  return value > 0 && value < Number.POSITIVE_INFINITY ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) : 0
}
