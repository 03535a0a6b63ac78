import type { Usage } from '../../shared/views'
import { addTokens, addUsage, noUsage } from './addUsage'
import type { ResponseFact } from './facts'
import { type MergedThread, responsesOf } from './mergeSources'
import { costOf, modelFacts, type PriceTable } from './prices'

export interface Counted {
  readonly usage: Usage
  /** Null where there were responses and none could be priced. */
  readonly cost: number | null
  readonly unknownModels: readonly string[]
  /** A file of it could not be read. */
  readonly isPartial: boolean
}

/**
 * The slow, exact way: each response once, for runs where threads or runs share responses. `claimed` holds what other threads of
 * the run counted already, `foreign` the records that belong to the run this one was forked from.
 */
export function ownSums(thread: MergedThread, claimed: Set<string>, foreign: ReadonlySet<string>): Map<string, Usage> {
  const sums = new Map<string, Usage>()
  for (const [, { model, tokens }] of ownResponses(thread, claimed, foreign)) {
    let sum = sums.get(model ?? '')
    if (!sum) {
      sum = noUsage()
      sums.set(model ?? '', sum)
    }
    addTokens(sum, tokens, 1)
  }
  return sums
}

/** The responses that count for this thread and for no other. */
export function ownResponses(thread: MergedThread, claimed: Set<string>, foreign: ReadonlySet<string>): [string, ResponseFact][] {
  const own: [string, ResponseFact][] = []
  for (const [id, response] of responsesOf(thread)) {
    if (claimed.has(id) || foreign.has(response.record)) continue
    claimed.add(id)
    own.push([id, response])
  }
  return own
}

export function priceSums(sums: ReadonlyMap<string, Usage>, prices: PriceTable): Counted {
  const usage = noUsage()
  let cost = 0
  let priced = 0
  const unknownModels: string[] = []
  for (const [model, sum] of sums) {
    if (sum.requests === 0) continue
    addUsage(usage, sum)
    const price = model === '' ? null : modelFacts(prices, model).price
    if (price) {
      cost += costOf(price, sum)
      priced++
    } else unknownModels.push(model === '' ? '(no model)' : model)
  }
  return { usage, cost: usage.requests > 0 && priced === 0 ? null : cost, unknownModels, isPartial: false }
}
