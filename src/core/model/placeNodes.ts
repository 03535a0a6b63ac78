import type { Node } from './linkNode'

/** A node with its place in the tree. Order among siblings is the order of the calls, never of arrival. */
export interface PlacedNode {
  readonly node: Node
  /** Index of the parent in the same list; -1 for the root and for agents without a known parent. */
  readonly parent: number
  readonly depth: number
  /** From 1 among the visible siblings; 0 for the root, hidden and unplaced agents. */
  readonly number: number
  readonly unplaced: boolean
}

/** Root first, then level by level in parent order and number; the unplaced ones and what hangs under them last. */
export function placeNodes(nodes: readonly Node[], mainThread: string): PlacedNode[] {
  const byThread = new Map<string, number>()
  nodes.forEach((node, i) => {
    if (node.id !== null) byThread.set(node.id, i)
  })
  const children = new Map<number, number[]>()
  const loose: number[] = []
  const rootIndex = byThread.get(mainThread) ?? 0
  nodes.forEach((node, i) => {
    if (i === rootIndex) return
    const parent = node.parentThread === null ? undefined : byThread.get(node.parentThread)
    if (parent === undefined || parent === i) loose.push(i)
    else {
      const list = children.get(parent)
      if (list) list.push(i)
      else children.set(parent, [i])
    }
  })
  const placed: PlacedNode[] = []
  const done = new Set<number>()
  grow(nodes, children, [rootIndex], false, placed, done)
  grow(nodes, children, sortSiblings(nodes, loose), true, placed, done)
  // What is left hangs in a circle of parents: the earliest of each circle is cut loose.
  for (const i of sortSiblings(nodes, [...nodes.keys()])) if (!done.has(i)) grow(nodes, children, [i], true, placed, done)
  return placed
}

function grow(
  nodes: readonly Node[],
  children: ReadonlyMap<number, readonly number[]>,
  starts: readonly number[],
  unplaced: boolean,
  placed: PlacedNode[],
  done: Set<number>,
): void {
  let level: { index: number; parent: number; number: number; depth: number }[] = []
  for (const index of starts) level.push({ index, parent: -1, number: 0, depth: unplaced ? 1 : 0 })
  while (level.length > 0) {
    const next: typeof level = []
    for (const { index, parent, number, depth } of level) {
      const node = nodes[index]
      if (!node || done.has(index)) continue
      done.add(index)
      const at = placed.length
      placed.push({ node, parent, depth, number, unplaced })
      let count = 0
      for (const child of sortSiblings(nodes, children.get(index) ?? [])) {
        const hidden = nodes[child]?.hidden != null
        if (!hidden) count++
        next.push({ index: child, parent: at, number: hidden ? 0 : count, depth: depth + 1 })
      }
    }
    level = next
  }
}

function sortSiblings(nodes: readonly Node[], list: readonly number[]): number[] {
  if (list.length < 2) return [...list]
  const rank = (i: number): readonly [number, number, string] => {
    const node = nodes[i]
    const at = node?.call?.rankAt ?? node?.thread?.startedAt ?? Number.NaN
    return [Number.isFinite(at) ? at : Number.POSITIVE_INFINITY, node?.call?.order ?? 0, node?.key ?? '']
  }
  return list
    .map((i) => ({ i, rank: rank(i) }))
    .sort(
      (a, b) =>
        (a.rank[0] === b.rank[0] ? 0 : a.rank[0] - b.rank[0]) || a.rank[1] - b.rank[1] || (a.rank[2] < b.rank[2] ? -1 : 1),
    )
    .map((entry) => entry.i)
}
