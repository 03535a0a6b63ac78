/** Years 0 to 9999: others have no place in the form that times are told in. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A time in milliseconds; NaN where there is none that can be told. */
export function soundTime(at: number): number {
  return at >= EARLIEST && at <= LATEST ? at : Number.NaN
}
