import type { Usage } from '../../shared/views'
import { addUsage } from './addUsage'
import type { ResponseFact } from './facts'
import { type MergedThread, responsesOf } from './mergeSources'
import { costOf, modelFacts, type PriceTable } from './prices'
import { addSpent, NANOS, nothingSpent, type Spent } from './spent'

export interface Counted {
  readonly usage: Usage
  /** Null where there were responses and none could be priced. */
  readonly cost: number | null
  readonly unknownModels: readonly string[]
  /** The product itself said what every one of its responses cost. */
  readonly isRecorded: boolean
  /** A file of it could not be read. */
  readonly isPartial: boolean
}

/**
 * The slow, exact way: each response once, for runs where threads or runs share responses. `claimed` holds what other threads of
 * the run counted already, `foreign` the records that belong to the run this one was forked from.
 */
export function ownSums(thread: MergedThread, claimed: Set<string>, foreign: ReadonlySet<string>): Spent {
  const spent = nothingSpent()
  for (const [, response] of ownResponses(thread, claimed, foreign)) addSpent(spent, response, 1)
  return spent
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

/** What the product recorded counts as it is; only the rest is reckoned from the table. */
export function priceSums({ unpriced, recorded, recordedNanos }: Spent, prices: PriceTable): Counted {
  const usage = { ...recorded }
  let cost = recordedNanos / NANOS
  let priced = recorded.requests > 0 ? 1 : 0
  const unknownModels: string[] = []
  for (const [model, sum] of unpriced) {
    if (sum.requests === 0) continue
    addUsage(usage, sum)
    const price = model === '' ? null : modelFacts(prices, model).price
    if (price) {
      cost += costOf(price, sum)
      priced++
    } else unknownModels.push(model === '' ? '(no model)' : model)
  }
  return {
    usage,
    cost: usage.requests > 0 && priced === 0 ? null : cost,
    unknownModels,
    isRecorded: usage.requests > 0 && usage.requests === recorded.requests,
    isPartial: false,
  }
}
