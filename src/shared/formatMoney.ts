import { formatExact } from './formatCount'

/** $0.84 · $61.40 · $1 234; below a cent `<$0.01`; an unknown price is a dash, never `$0.00`. */
export function formatMoney(usd: number | null): string {
  if (usd === null || !Number.isFinite(usd)) return '–'
  if (usd <= 0) return '$0'
  if (usd < 0.01) return '<$0.01'
  if (usd < 999.995) return `$${usd.toFixed(2)}`
  return `$${formatExact(Math.round(usd))}`
}
