const unknown = 'The price is not known: no price is listed for a model that was used.'

/** The value behind an abbreviation, or why there is none. */
export function exactMoney(usd: number | null, note?: string): string {
  if (usd === null) return note ?? unknown
  const value = usd === 0 ? '$0' : `$${usd.toFixed(usd < 0.01 ? 6 : 4)}`
  return note === undefined ? value : `${value}, ${note}`
}
