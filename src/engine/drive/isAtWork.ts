import type { RunSight } from './budgetBook'

/** As its files tell it. */
export function isAtWork(seen: RunSight | null): boolean {
  const phase = seen?.row.phase
  return phase === 'running' || phase === 'starting' || phase === 'waiting'
}
