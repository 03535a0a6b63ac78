import type { Usage } from '../../shared/views'

/** Null: nothing of it has a price. Who used nothing has cost nothing, which says no more of the others' price. */
export function addCost(sum: number | null, more: { readonly usage: Usage; readonly cost: number | null }): number | null {
  return more.cost === null || more.usage.requests === 0 ? sum : (sum ?? 0) + more.cost
}
