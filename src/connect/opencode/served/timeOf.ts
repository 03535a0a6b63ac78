/** A time in milliseconds; NaN: it is none. */
export function timeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}
