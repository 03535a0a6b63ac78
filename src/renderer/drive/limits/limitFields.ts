import type { Budget, BudgetBreach } from '../../../shared/drive/budget'
import { formatCount } from '../../../shared/formatCount'
import { formatMoney } from '../../../shared/formatMoney'

export type LimitName = BudgetBreach['limit']

export interface LimitField {
  readonly name: LimitName
  readonly label: string
  readonly unit: string
  readonly isWhole: boolean
}

export const limitFields: readonly LimitField[] = [
  { name: 'tokens', label: 'Tokens', unit: 'tokens', isWhole: true },
  { name: 'dollars', label: 'Cost', unit: '$', isWhole: false },
  { name: 'agents', label: 'Agents', unit: 'agents', isWhole: true },
  { name: 'depth', label: 'Depth', unit: 'levels', isWhole: true },
  { name: 'minutes', label: 'Time', unit: 'minutes', isWhole: false },
  { name: 'silence', label: 'Without a record', unit: 'minutes', isWhole: false },
]

/** What was typed: a number, nothing, or why it is neither. Letters for thousands and millions count: 200k, 2M. */
export function parseLimit(text: string, isWhole: boolean): number | null | { readonly problem: string } {
  const trimmed = text.replace(/[\s\u202f,]/g, '')
  if (trimmed === '') return null
  const match = /^(\d+(?:\.\d+)?)([kKmM]?)$/.exec(trimmed)
  const factor = { '': 1, k: 1000, m: 1_000_000 }[(match?.[2] ?? '').toLowerCase()] ?? 1
  const value = match ? Number(match[1]) * factor : Number.NaN
  if (!Number.isFinite(value) || value <= 0) return { problem: 'a number above 0, or nothing' }
  if (isWhole && !Number.isInteger(value)) return { problem: 'a whole number, or nothing' }
  return value
}

/** `2.1M of 2.0M tokens · stopped`. */
export function breachWords({ limit, reached, allowed, outcome, hasEnded }: BudgetBreach): string {
  const shown = (value: number): string => (limit === 'dollars' ? formatMoney(value) : formatCount(Math.floor(value)))
  const unit = limit === 'dollars' ? '' : limit === 'silence' ? ' minutes without a record' : ` ${unitOf(limit)}`
  return `${shown(reached)} of ${shown(allowed)}${unit} · ${hasEnded === true ? 'it had ended already' : outcomes[outcome]}`
}

const outcomes: Readonly<Record<BudgetBreach['outcome'], string>> = {
  warned: 'it goes on',
  stopping: 'it is being stopped',
  stopped: 'it was stopped',
  failed: 'it could not be stopped yet, and is stopped anew',
  not_ours: 'it was not started here, so it is not stopped',
}

function unitOf(limit: LimitName): string {
  return limitFields.find(({ name }) => name === limit)?.unit ?? ''
}

export function isUnlimited(budget: Pick<Budget, LimitName>): boolean {
  return limitFields.every(({ name }) => budget[name] === null)
}
