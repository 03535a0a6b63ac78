import { formatMoney } from '../../shared/formatMoney'
import { exactMoney } from './exactMoney'
import { Tip } from './Tip'

interface MoneyProps {
  /** Null: the price is not known. */
  readonly usd: number | null
  /** Behind the exact value, or why there is none. */
  readonly note?: string | undefined
  readonly className?: string
}

export function Money({ usd, note, className }: MoneyProps) {
  return (
    <Tip text={exactMoney(usd, note)}>
      <span className={className}>{formatMoney(usd)}</span>
    </Tip>
  )
}
