import type { Usage } from '../../shared/views'
import type { TokenCounts } from '../event'
import { wholeCount } from '../wholeCount'
import { addTokens, noUsage } from './addUsage'

/** What responses used, apart by whether the product itself recorded what they cost. */
export interface Spent {
  /** By model ('' where none is named): only a price table can tell their cost. */
  readonly unpriced: Map<string, Usage>
  readonly recorded: Usage
  /** Cost of the recorded ones in billionths of a dollar: a sum of whole numbers does not depend on their order. */
  recordedNanos: number
}

export interface SpentResponse {
  readonly model: string | null
  readonly tokens: TokenCounts
  readonly cost: number | null
}

export const NANOS = 1e9

export function nothingSpent(): Spent {
  return { unpriced: new Map(), recorded: noUsage(), recordedNanos: 0 }
}

/** `times` −1 takes an earlier word about the same response back. */
export function addSpent(to: Spent, { model, tokens, cost }: SpentResponse, times: 1 | -1): void {
  if (cost !== null) {
    addTokens(to.recorded, tokens, times)
    to.recordedNanos = wholeCount(to.recordedNanos + times * wholeCount(Math.round(cost * NANOS)))
    return
  }
  let sum = to.unpriced.get(model ?? '')
  if (!sum) {
    sum = noUsage()
    to.unpriced.set(model ?? '', sum)
  }
  addTokens(sum, tokens, times)
}

/** Like the counts of a response, its cost is said in steps: the truth is the most that was said. */
export function largerCost(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}
