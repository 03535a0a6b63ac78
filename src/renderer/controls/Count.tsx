import { formatCount, formatExact } from '../../shared/formatCount'
import { Tip } from './Tip'

interface CountProps {
  readonly value: number
  /** What is counted, for the exact value: `tokens`. */
  readonly unit?: string
  readonly className?: string
}

export function Count({ value, unit, className }: CountProps) {
  return (
    <Tip text={unit === undefined ? formatExact(value) : `${formatExact(value)} ${unit}`}>
      <span className={className}>{formatCount(value)}</span>
    </Tip>
  )
}
