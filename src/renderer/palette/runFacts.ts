import { formatCost } from '../../shared/formatCost'
import { formatAge } from '../../shared/formatDuration'
import type { RunRow } from '../../shared/views'
import { agentWords } from '../runs/agentWords'

/** What stands beside the title of a run. */
export function runFacts(row: RunRow, isPaused: boolean, nowMs: number): string {
  const { updated, cost } = row
  const age = updated === null ? null : formatAge(nowMs - Date.parse(updated))
  const facts = [agentWords(row, isPaused), cost.usd === null || cost.usd === 0 ? null : formatCost(cost), age]
  return facts.filter((fact) => fact !== null).join(' · ')
}
