import type { Layout } from './blockLayout'
import { nodeHeight, nodeWidth, pitchOf } from './blockLayout'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Who stands in which row, in the order of the way down: finds what a window shows without asking the rest. */
export interface RowIndex {
  readonly layout: Layout
  /** Row → where its agents begin in `items`. */
  readonly start: Int32Array
  readonly items: Int32Array
}

export function rowIndex(layout: Layout): RowIndex {
  const { shown, row } = layout
  const rows = (layout.rows[0] ?? 0) + 1
  const start = new Int32Array(rows + 1)
  for (let i = 0; i < row.length; i++) if (shown[i] === 1) start[row[i]! + 1]!++
  for (let r = 0; r < rows; r++) start[r + 1]! += start[r]!
  const next = start.slice()
  const items = new Int32Array(start[rows]!)
  for (let i = 0; i < row.length; i++) if (shown[i] === 1) items[next[row[i]!]!++] = i
  return { layout, start, items }
}

export interface RowRange {
  readonly from: number
  readonly to: number
}

/** The rows that a box of the world meets, `to` not included. */
export function rowsIn({ layout }: RowIndex, box: Box): RowRange {
  const isRight = layout.direction === 'right'
  const pitch = pitchOf(layout.direction).row
  const size = isRight ? nodeHeight : nodeWidth
  const origin = isRight ? layout.originY : layout.originX
  const near = (isRight ? box.top : box.left) - origin
  const far = (isRight ? box.bottom : box.right) - origin
  const last = layout.rows[0] ?? 0
  return {
    from: Math.min(last, Math.max(0, Math.ceil((near - size) / pitch))),
    to: Math.min(last, Math.max(0, Math.floor(far / pitch) + 1)),
  }
}

/** Agents of one row that stand between two places of the way down; they come in this order. */
export function visitRow(index: RowIndex, row: number, near: number, far: number, visit: (agent: number) => void): void {
  const { layout, start, items } = index
  const isRight = layout.direction === 'right'
  const along = isRight ? layout.x : layout.y
  const size = isRight ? nodeWidth : nodeHeight
  const end = start[row + 1]!
  for (let at = firstBehind(items, along, start[row]!, end, near - size); at < end; at++) {
    const agent = items[at]!
    if (along[agent]! > far) return
    visit(agent)
  }
}

function firstBehind(items: Int32Array, along: Float64Array, from: number, to: number, place: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (along[items[middle]!]! < place) low = middle + 1
    else high = middle
  }
  return low
}

export function visitBox(index: RowIndex, box: Box, visit: (agent: number) => void): void {
  const isRight = index.layout.direction === 'right'
  const { from, to } = rowsIn(index, box)
  for (let row = from; row < to; row++)
    visitRow(index, row, isRight ? box.left : box.top, isRight ? box.right : box.bottom, visit)
}

/** Who stands at a point of the world. */
export function agentAt(index: RowIndex, x: number, y: number): number | null {
  let found: number | null = null
  visitBox(index, { left: x, right: x, top: y, bottom: y }, (agent) => {
    const { layout } = index
    if (x <= layout.x[agent]! + nodeWidth && y <= layout.y[agent]! + nodeHeight) found = agent
  })
  return found
}

/** Every agent whose edges may cross these rows: those that stand in them, and those whose blocks reach into them. */
export function parentsCrossing({ layout, start, items }: RowIndex, { from, to }: RowRange): number[] {
  const { shape, folding } = layout
  const found: number[] = []
  let row = Math.min(from, start.length - 2)
  while (row > 0 && start[row] === start[row + 1]) row--
  const seen = new Set<number>()
  for (let at = start[row] ?? 0; at < (start[row + 1] ?? 0); at++) {
    for (let above = shape.parent[items[at]!]!; above >= 0 && !seen.has(above); above = shape.parent[above]!) seen.add(above)
  }
  for (let at = start[row] ?? 0; at < (start[to] ?? items.length); at++) {
    const agent = items[at]!
    if (shape.end[agent]! > agent + 1 && folding.folded[agent] === 0) seen.add(agent)
  }
  for (const agent of seen) found.push(agent)
  return found
}
