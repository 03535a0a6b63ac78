import { formatMoney } from './formatMoney'

export interface KnownCost {
  readonly usd: number | null
  /** False: some of what was used has no price here. */
  readonly complete: boolean
}

/** `$0.84`, `≥ $0.84` where the price of a part is not known; an unknown price stays a dash. */
export function formatCost({ usd, complete }: KnownCost): string {
  const money = formatMoney(usd)
  return complete || usd === null ? money : `≥ ${money}`
}
