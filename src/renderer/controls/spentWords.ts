import { formatMoney } from '../../shared/formatMoney'

/** As money is written, but where nothing was spent there is nothing to say: a dash, as for what is not known. */
export function spentWords(usd: number | null): string {
  return formatMoney(usd === 0 ? null : usd)
}
