import type { TreeShape } from './treeShape'

/** What of the tree is put away. */
export interface Folding {
  /** 1: its children are behind a pill. */
  readonly folded: Uint8Array
  /** Siblings that are put away: 1 the first of them, where the pill stands, 2 the others. */
  readonly cut: Uint8Array
}

export type Fold = 'open' | 'folded'

export interface FoldWishes {
  /** What the person chose for an agent, or for the rest of its children (`restOf`). */
  readonly chosen: Readonly<Record<string, Fold>>
  /** Too important to be put away with the rest. */
  readonly isLoud: (index: number) => boolean
}

const deepest = 4
const mostSiblings = 40
const newest = 8

/** The name under which the choice for the rest of an agent's children is remembered. No agent's key has a line break. */
export function restOf(key: string): string {
  return `${key}\nrest`
}

/** Below depth 4 children are put away, and so are siblings with children of their own beyond forty: the first, the newest and the loud stay. */
export function foldTree(shape: TreeShape, { chosen, isLoud }: FoldWishes): Folding {
  const count = shape.keys.length
  const folded = new Uint8Array(count)
  const cut = new Uint8Array(count)
  const branches = new Int32Array(count)
  const hasChoices = Object.keys(chosen).length > 0
  for (let i = 0; i < count; i++) {
    if (shape.end[i] === i + 1) continue
    const choice = hasChoices ? chosen[shape.keys[i]!] : undefined
    folded[i] = choice === 'folded' || (choice === undefined && shape.depth[i]! >= deepest) ? 1 : 0
    const above = shape.parent[i]!
    if (above >= 0 && ++branches[above]! === mostSiblings + 1 && chosen[restOf(shape.keys[above]!)] !== 'open') cut[above] = 1
  }
  // `cut` was borrowed for the parents that have too many.
  const crowded: number[] = []
  for (let i = 0; i < count; i++) if (cut[i] === 1) crowded.push(i)
  cut.fill(0)
  for (const parent of crowded) cutMiddle(shape, parent, branches[parent]!, isLoud, cut)
  return { folded, cut }
}

function cutMiddle(shape: TreeShape, parent: number, branches: number, isLoud: FoldWishes['isLoud'], cut: Uint8Array): void {
  let seen = 0
  let isFirst = true
  for (let child = parent + 1; child < shape.end[parent]!; child = shape.end[child]!) {
    const isBranch = shape.end[child]! > child + 1
    if (isBranch) seen++
    const isMiddle = seen > mostSiblings - newest && seen <= branches - newest
    if (!isMiddle || isLoud(child)) continue
    cut[child] = isFirst ? 1 : 2
    isFirst = false
  }
}
