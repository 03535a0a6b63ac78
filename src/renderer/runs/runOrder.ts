import type { RunUri } from '../../shared/ids'
import { totalTokens } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import type { Remembered } from '../store/ui'

export type RunsSort = Remembered['runsSort']

/**
 * Live runs first, newest start first: they would change places at every record if the last record decided.
 * The others by when they last changed.
 */
export function compareRuns(a: RunRow, b: RunRow): number {
  if (a.live !== b.live) return a.live ? -1 : 1
  const left = timeOf(a)
  const right = timeOf(b)
  if (left !== right) return left < right ? 1 : -1
  return a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0
}

/** An instant in the one form that sorts as text; '' for a run that says nothing. */
export function timeOf(row: RunRow): string {
  return (row.live ? row.started : row.updated) ?? row.updated ?? row.started ?? ''
}

const manyChanges = 64

/** Keeps the runs in order while they change: of ten thousand only those that did are taken out and put in place anew. */
export function openRunOrder(sort: RunsSort = 'activity'): (rows: ReadonlyMap<RunUri, RunRow>) => readonly RunRow[] {
  const known = new Map<RunUri, RunRow>()
  const compare = comparer(sort)
  let order: readonly RunRow[] = []
  return (rows) => {
    const stale: RunRow[] = []
    const fresh: RunRow[] = []
    for (const row of rows.values()) {
      const before = known.get(row.uri)
      if (before === row) continue
      if (before) stale.push(before)
      fresh.push(row)
      known.set(row.uri, row)
    }
    if (known.size > rows.size) {
      for (const row of known.values()) if (!rows.has(row.uri)) stale.push(row)
      for (const { uri } of stale) if (!rows.has(uri)) known.delete(uri)
    }
    if (stale.length + fresh.length > manyChanges) order = [...rows.values()].sort(compare)
    else if (stale.length + fresh.length > 0) order = exchange(order, { stale, fresh }, compare)
    return order
  }
}

type Compare = (a: RunRow, b: RunRow) => number

/** The most first; between equals the usual order decides. */
function comparer(sort: RunsSort): Compare {
  if (sort === 'activity') return compareRuns
  const amountOf = sort === 'started' ? startOf : sort === 'cost' ? costOf : sort === 'tokens' ? tokensOf : agentsOf
  return (a, b) => {
    const [left, right] = [amountOf(a), amountOf(b)]
    return left === right ? compareRuns(a, b) : left < right ? 1 : -1
  }
}

function startOf({ started }: RunRow): number | string {
  return started ?? ''
}

/** Behind what cost nothing: what is not known. */
function costOf({ cost }: RunRow): number | string {
  return cost.usd ?? -1
}

function tokensOf({ usage }: RunRow): number | string {
  return totalTokens(usage)
}

function agentsOf({ agents }: RunRow): number | string {
  return agents.total
}

interface Change {
  readonly stale: readonly RunRow[]
  readonly fresh: readonly RunRow[]
}

function exchange(before: readonly RunRow[], { stale, fresh }: Change, compare: Compare): readonly RunRow[] {
  const order = [...before]
  for (const row of stale) order.splice(placeOf(order, row, compare), 1)
  for (const row of fresh) order.splice(placeOf(order, row, compare), 0, row)
  return order
}

/** Where a row stands, or would: no two rows are equal in the order. */
function placeOf(order: readonly RunRow[], row: RunRow, compare: Compare): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = order[middle]
    if (there && compare(there, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
