import { formatCost, type KnownCost } from '../../shared/formatCost'

/** As money is written, but where nothing was spent there is nothing to say: a dash, as for what is not known. */
export function spentWords({ usd, complete }: KnownCost): string {
  return formatCost({ usd: usd === 0 ? null : usd, complete })
}
