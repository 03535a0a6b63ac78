import type { Usage } from '../../shared/views'
import { addCost } from './addCost'
import { addUsage } from './addUsage'
import type { ResponseFact } from './facts'
import type { PlacedNode } from './placeNodes'
import { type Counted, ownResponses, ownSums, priceSums } from './priceSums'
import type { PriceTable } from './prices'
import type { Run } from './run'
import { nothingSpent } from './spent'
import { unreadOf } from './unread'

/** An agent with everything below it. */
export interface Sum {
  usage: Usage
  cost: number | null
}

/** Own and total counts of every placed agent, by index. */
export interface Sums {
  readonly counted: Counted[]
  readonly totals: Sum[]
  /** Indexes of the children of each agent, the last first: sums of money are the same only in the same order. */
  readonly children: readonly (readonly number[])[]
}

export function countAgents(run: Run, placed: readonly PlacedNode[], prices: PriceTable): Sums {
  const claimed = new Set<string>()
  const counted = placed.map(({ node }) => countOne(run, node, claimed, prices))
  const children: number[][] = placed.map(() => [])
  for (let i = placed.length - 1; i > 0; i--) children[placed[i]?.parent ?? -1]?.push(i)
  const sums: Sums = { counted, totals: counted.map((own) => ({ usage: own.usage, cost: own.cost })), children }
  // Children come after their parents in the list, so from its end every subtree is summed before its parent.
  for (let i = placed.length - 1; i >= 0; i--) totalUp(sums, i)
  return sums
}

/** Counts the touched agents anew and adds up to the root. Returns every index whose sums may have changed. */
export function recountAgents(
  run: Run,
  placed: readonly PlacedNode[],
  sums: Sums,
  touched: ReadonlySet<number>,
  prices: PriceTable,
): ReadonlySet<number> {
  const moved = new Set<number>()
  for (const i of touched) {
    const node = placed[i]?.node
    if (node) sums.counted[i] = countOne(run, node, new Set(), prices)
    for (let up = i; up >= 0; up = placed[up]?.parent ?? -1) moved.add(up)
  }
  for (const i of [...moved].sort((a, b) => b - a)) totalUp(sums, i)
  return moved
}

/** Where threads or runs share responses, one agent's count depends on the others': all of them are counted together. */
export function isCountedTogether(run: Run): boolean {
  return run.sharesResponses || run.foreign.size > 0
}

function countOne(run: Run, node: PlacedNode['node'], claimed: Set<string>, prices: PriceTable): Counted {
  const counted = countRead(run, node, claimed, prices)
  if (unreadOf(run, node) === null) return counted
  // Nothing is known of what was not read, and that is not the same as nothing.
  return { ...counted, cost: node.thread ? counted.cost : null, isPartial: true }
}

function countRead(run: Run, node: PlacedNode['node'], claimed: Set<string>, prices: PriceTable): Counted {
  if (!node.thread) return priceSums(nothingSpent(), prices)
  const [only] = node.thread.parts
  if (!isCountedTogether(run) && node.thread.parts.length === 1 && only) return priceSums(only.facts.spent, prices)
  return priceSums(ownSums(node.thread, claimed, run.foreign), prices)
}

/** The responses that one agent's own sums are made of, by id. */
export function countedResponses(run: Run, placed: readonly PlacedNode[], index: number): readonly [string, ResponseFact][] {
  const claimed = new Set<string>()
  const first = isCountedTogether(run) ? 0 : index
  let own: readonly [string, ResponseFact][] = []
  for (const { node } of placed.slice(first, index + 1)) own = node.thread ? ownResponses(node.thread, claimed, run.foreign) : []
  return own
}

function totalUp({ counted, totals, children }: Sums, i: number): void {
  const own = counted[i]
  if (!own) return
  const usage = { ...own.usage }
  let cost = addCost(null, own)
  let isKnown = own.cost !== null
  for (const child of children[i] ?? []) {
    const below = totals[child]
    if (!below) continue
    addUsage(usage, below.usage)
    cost = addCost(cost, below)
    isKnown &&= below.cost !== null
  }
  // Where nothing has a price, one who used nothing does not make it cost nothing.
  totals[i] = { usage, cost: cost ?? (isKnown ? 0 : null) }
}
