import type { Cost } from '../../shared/views'

/** How far a cost may be trusted. */
export function costNote({ usd, complete, source }: Cost): string | undefined {
  if (usd === null) return undefined
  const origin = source === 'recorded' ? 'as recorded' : 'estimated from list prices'
  return complete ? origin : `${origin}; at least this much: the price of some models is not known`
}
