import { parentsCrossing } from '../layout/rowIndex'
import { type Frame, leftOf, seenRows, topOf } from './frame'
import type { Ink } from './ink'
import { crowdStub } from './landmarksOf'
import { type EdgeEnds, edgeEnds } from './traceEdge'

/** Stubs nearer than this to one another are one. */
const nearest = 3
const longest = 100

/** From far away an edge is two straight bars: a trunk for each parent, a stub for each child. Thousands of corners would cost the frame. */
export function paintFarEdges(ink: Ink, frame: Frame, path: ReadonlySet<number>, trunk: number | null): void {
  const { scene } = frame
  const { layout } = scene
  const rows = seenRows(frame)
  const bar = barOf(ink, layout.direction === 'right')
  const named = trunk === null ? nobody : new Set(layout.packs.map(({ parent }) => parent))
  const endsOf = (parent: number, child: number): EdgeEnds => farEnds(frame, parent, child, trunk, named)
  for (const parent of parentsCrossing(scene.index, rows)) {
    let lowest = Number.NEGATIVE_INFINITY
    let far = Number.NEGATIVE_INFINITY
    let turn = 0
    let top = 0
    for (let child = parent + 1; child < layout.shape.end[parent]!; child = layout.shape.end[child]!) {
      if (layout.shown[child] === 0 || layout.packOf[child]! >= 0 || layout.row[child]! < rows.from - 1) continue
      const ends = endsOf(parent, child)
      turn = ends.turn
      top = ends.fromAcross
      far = ends.toAcross
      if (ends.toAcross - lowest >= nearest) {
        // Past the names it is long: quieter, or many of them would be all there is to see.
        bar(
          ends.turn,
          ends.toAcross,
          ends.toAlong - ends.turn,
          1,
          ink.tokens.line3,
          ends.toAlong - ends.turn > longest ? 0.35 : 0.7,
        )
        lowest = ends.toAcross
      }
      if (layout.row[child]! > rows.to) break
    }
    if (far > top) bar(turn, top, 1, far - top, ink.tokens.line3, 0.7)
  }
  for (const child of path) {
    const parent = layout.shape.parent[child]!
    if (parent < 0 || layout.shown[child] === 0) continue
    const { fromAlong, fromAcross, turn, toAlong, toAcross } = endsOf(parent, child)
    bar(fromAlong, fromAcross, turn - fromAlong, 2, ink.tokens.accent, 1)
    bar(turn, fromAcross, 2, toAcross - fromAcross + 2, ink.tokens.accent, 1)
    if (layout.packOf[child]! < 0) bar(turn, toAcross, toAlong - turn, 2, ink.tokens.accent, 1)
  }
}

const nobody: ReadonlySet<number> = new Set()

/** Names before the packs have the root's trunk before them, and a short stub leads to each. */
function farEnds(frame: Frame, parent: number, child: number, trunk: number | null, named: ReadonlySet<number>): EdgeEnds {
  const ends = edgeEnds(frame, parent, child)
  if (trunk === null || parent !== 0) return ends
  const isRight = frame.scene.layout.direction === 'right'
  const fromAcross = isRight ? topOf(frame, 0) - 6 : leftOf(frame, 0)
  const toAlong = named.has(child) ? crowdStub(trunk) : ends.toAlong
  // The middle of the first line of a name, not of a block that is not there.
  const toAcross = named.has(child) ? (isRight ? topOf : leftOf)(frame, child) + 6 : ends.toAcross
  return { fromAlong: trunk, fromAcross, turn: trunk, toAlong, toAcross }
}

type Bar = (along: number, across: number, long: number, wide: number, colour: string, alpha: number) => void

function barOf(ink: Ink, isRight: boolean): Bar {
  return (along, across, long, wide, colour, alpha) => {
    if (isRight) ink.block(along, across, Math.max(1, long), Math.max(1, wide), colour, alpha)
    else ink.block(across, along, Math.max(1, wide), Math.max(1, long), colour, alpha)
  }
}
