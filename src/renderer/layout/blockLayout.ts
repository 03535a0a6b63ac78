import type { Folding } from './foldTree'
import type { TreeShape } from './treeShape'

export type Direction = 'right' | 'down'

export const nodeWidth = 228
export const nodeHeight = 104
/** Edges leave and arrive this far below the top of a box (right of its left side, top-down). */
export const headerLine = 17
export const packRows = 8

/** A run of more than eight agents without children: eight rows, filled downwards, column after column. */
export interface Pack {
  readonly parent: number
  /** `first` to `last` without those that are put away. */
  readonly first: number
  readonly last: number
  readonly count: number
}

/** Stands for what is put away: all children of an agent, or the rest of them. */
export interface Pill {
  readonly kind: 'folded' | 'rest'
  readonly parent: number
  readonly count: number
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly shape: TreeShape
  readonly folding: Folding
  readonly direction: Direction
  /** The upper left corner of the root. */
  readonly originX: number
  readonly originY: number
  readonly shown: Uint8Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** Rows count across the way down: downwards when the tree grows to the right. */
  readonly row: Int32Array
  /** Rows that the agent and everything below it take. */
  readonly rows: Int32Array
  /** Number of the pack the agent stands in, or -1. */
  readonly packOf: Int32Array
  readonly packs: readonly Pack[]
  readonly pills: readonly Pill[]
  readonly width: number
  readonly height: number
}

export interface Pitch {
  /** From a parent to its children, from row to row, and from column to column of a pack. */
  readonly column: number
  readonly row: number
  readonly pack: number
}

const pitches: Readonly<Record<Direction, Pitch>> = {
  right: { column: nodeWidth + 40, row: nodeHeight + 12, pack: nodeWidth + 12 },
  down: { column: nodeHeight + 40, row: nodeWidth + 12, pack: nodeHeight + 12 },
}

export function pitchOf(direction: Direction): Pitch {
  return pitches[direction]
}

export interface LayoutWishes {
  readonly direction: Direction
  readonly originX?: number
  readonly originY?: number
  /** 1: keeps rows in store, so that its next child moves nobody. */
  readonly roomy?: Uint8Array
}

/**
 * Places every agent in one pass up and one pass down. A parent stands in the row of its first child, an agent without children takes one
 * row or one cell of a pack: whoever is appended stands behind or below what was there, and no earlier sibling moves.
 */
export function blockLayout(shape: TreeShape, folding: Folding, wishes: LayoutWishes): Layout {
  const measured = measureRows(shape, folding, wishes.roomy)
  return placeRows(shape, folding, wishes, measured)
}

interface Measured {
  readonly rows: Int32Array
  /** At the first of a run of agents without children: how many they are. */
  readonly run: Int32Array
}

function measureRows({ parent, end }: TreeShape, { folded, cut }: Folding, roomy: Uint8Array | undefined): Measured {
  const count = parent.length
  const rows = new Int32Array(count)
  const run = new Int32Array(count)
  const open = new Int32Array(count)
  const first = new Int32Array(count)
  for (let i = count - 1; i >= 0; i--) {
    if (open[i]! > 0) {
      run[first[i]!] = open[i]!
      rows[i]! += runRows(open[i]!)
    }
    if (folded[i] === 1 || rows[i] === 0) rows[i] = 1
    else if (roomy?.[i] === 1 && rows[i]! > packRows) rows[i] = Math.ceil(rows[i]! / 4) * 4
    const above = parent[i]!
    if (above < 0 || cut[i] === 2) continue
    if (cut[i] === 0 && end[i] === i + 1) {
      open[above]!++
      first[above] = i
      continue
    }
    if (open[above]! > 0) {
      run[first[above]!] = open[above]!
      rows[above]! += runRows(open[above]!)
      open[above] = 0
    }
    rows[above]! += cut[i] === 1 ? 1 : rows[i]!
  }
  return { rows, run }
}

/** A pack has an empty row below it: from far away packs without one would run together. */
function runRows(run: number): number {
  return run > packRows ? packRows + 1 : run
}

/** What the pass down fills. Per parent: the row where its open run began, how long the run is by now, and its pack. */
interface Placing {
  readonly shown: Uint8Array
  readonly row: Int32Array
  readonly along: Float64Array
  readonly packOf: Int32Array
  readonly packs: { parent: number; first: number; last: number; count: number }[]
  readonly pills: { readonly kind: Pill['kind']; readonly parent: number; readonly row: number }[]
  readonly cursor: Int32Array
  readonly filled: Int32Array
  readonly pack: Int32Array
}

function placeRows(shape: TreeShape, folding: Folding, wishes: LayoutWishes, measured: Measured): Layout {
  const { parent, end } = shape
  const { folded, cut } = folding
  const { direction, originX = 0, originY = 0 } = wishes
  const pitch = pitchOf(direction)
  const placing = begin(parent.length)
  const { shown, row, pills, cursor } = placing
  for (let i = 0; i < parent.length; ) {
    const above = parent[i]!
    if (above >= 0 && cut[i] !== 0) {
      if (cut[i] === 1) pills.push({ kind: 'rest', parent: above, row: closeRun(placing, above) })
      if (cut[i] === 1) cursor[above]!++
      i = end[i]!
      continue
    }
    shown[i] = 1
    if (above >= 0) placeChild(placing, i, above, end[i] === i + 1, measured, pitch)
    cursor[i] = row[i]!
    if (folded[i] === 1) pills.push({ kind: 'folded', parent: i, row: row[i]! })
    i = folded[i] === 1 ? end[i]! : i + 1
  }
  const across = (measured.rows[0] ?? 1) * pitch.row - 12
  const ahead = furthest(placing, pitch)
  const isRight = direction === 'right'
  const size = isRight ? { width: ahead + nodeWidth, height: across } : { width: across, height: ahead + nodeHeight }
  const places = toPlaces(shape, folding, placing, { pitch, isRight, originX, originY })
  const { packOf, packs } = placing
  return { shape, folding, direction, originX, originY, shown, row, rows: measured.rows, packOf, packs, ...places, ...size }
}

function begin(count: number): Placing {
  return {
    shown: new Uint8Array(count),
    row: new Int32Array(count),
    along: new Float64Array(count),
    packOf: new Int32Array(count).fill(-1),
    packs: [],
    pills: [],
    cursor: new Int32Array(count),
    filled: new Int32Array(count),
    pack: new Int32Array(count),
  }
}

function placeChild(placing: Placing, i: number, above: number, isLeaf: boolean, { rows, run }: Measured, pitch: Pitch): void {
  const { row, along, packOf, packs, cursor, filled, pack } = placing
  along[i] = along[above]! + pitch.column
  if (!isLeaf) {
    row[i] = closeRun(placing, above)
    cursor[above]! += rows[i]!
    return
  }
  const cell = filled[above]!++
  if (cell === 0) pack[above] = run[i]! > packRows ? packs.push({ parent: above, first: i, last: i, count: run[i]! }) - 1 : -1
  row[i] = cursor[above]! + (cell % packRows)
  along[i]! += Math.floor(cell / packRows) * pitch.pack
  packOf[i] = pack[above]!
  const own = packs[pack[above]!]
  if (own) own.last = i
}

/** The first row that is free below an agent's run. */
function closeRun({ cursor, filled }: Placing, parent: number): number {
  cursor[parent]! += runRows(filled[parent]!)
  filled[parent] = 0
  return cursor[parent]!
}

function furthest({ along, shown, pills }: Placing, pitch: Pitch): number {
  let most = 0
  for (let i = 0; i < along.length; i++) if (shown[i] === 1 && along[i]! > most) most = along[i]!
  for (const { parent } of pills) most = Math.max(most, along[parent]! + pitch.column)
  return most
}

interface Frame {
  readonly pitch: Pitch
  readonly isRight: boolean
  readonly originX: number
  readonly originY: number
}

function toPlaces(shape: TreeShape, folding: Folding, placing: Placing, frame: Frame): Pick<Layout, 'x' | 'y' | 'pills'> {
  const { along, row } = placing
  const { pitch, isRight, originX, originY } = frame
  const x = new Float64Array(row.length)
  const y = new Float64Array(row.length)
  for (let i = 0; i < row.length; i++) {
    const across = row[i]! * pitch.row
    x[i] = originX + (isRight ? along[i]! : across)
    y[i] = originY + (isRight ? across : along[i]!)
  }
  const pills = placing.pills.map(({ kind, parent, row: at }): Pill => {
    const ahead = along[parent]! + pitch.column
    const across = at * pitch.row
    const count = kind === 'folded' ? shape.end[parent]! - parent - 1 : countCut(shape, folding, parent)
    return { kind, parent, count, x: originX + (isRight ? ahead : across), y: originY + (isRight ? across : ahead) }
  })
  return { x, y, pills }
}

function countCut(shape: TreeShape, { cut }: Folding, parent: number): number {
  let count = 0
  for (let child = parent + 1; child < shape.end[parent]!; child = shape.end[child]!) if (cut[child] !== 0) count++
  return count
}
