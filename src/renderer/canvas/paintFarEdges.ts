import { parentsCrossing } from '../layout/rowIndex'
import { type Frame, seenRows } from './frame'
import type { Ink } from './ink'
import { edgeEnds } from './traceEdge'

/** Stubs nearer than this to one another are one. */
const nearest = 3

/** From far away an edge is two straight bars: a trunk for each parent, a stub for each child. Thousands of corners would cost the frame. */
export function paintFarEdges(ink: Ink, frame: Frame, path: ReadonlySet<number>): void {
  const { scene } = frame
  const { layout } = scene
  const rows = seenRows(frame)
  const bar = barOf(ink, layout.direction === 'right')
  for (const parent of parentsCrossing(scene.index, rows)) {
    let lowest = Number.NEGATIVE_INFINITY
    let trunk = Number.NEGATIVE_INFINITY
    let turn = 0
    let top = 0
    for (let child = parent + 1; child < layout.shape.end[parent]!; child = layout.shape.end[child]!) {
      if (layout.shown[child] === 0 || layout.packOf[child]! >= 0 || layout.row[child]! < rows.from - 1) continue
      const ends = edgeEnds(frame, parent, child)
      turn = ends.turn
      top = ends.fromAcross
      trunk = ends.toAcross
      if (ends.toAcross - lowest >= nearest) {
        bar(ends.turn, ends.toAcross, ends.toAlong - ends.turn, 1, ink.tokens.line3, 0.7)
        lowest = ends.toAcross
      }
      if (layout.row[child]! > rows.to) break
    }
    if (trunk > top) bar(turn, top, 1, trunk - top, ink.tokens.line3, 0.7)
  }
  for (const child of path) {
    const parent = layout.shape.parent[child]!
    if (parent < 0 || layout.shown[child] === 0) continue
    const { fromAlong, fromAcross, turn, toAlong, toAcross } = edgeEnds(frame, parent, child)
    bar(fromAlong, fromAcross, turn - fromAlong, 2, ink.tokens.accent, 1)
    bar(turn, fromAcross, 2, toAcross - fromAcross + 2, ink.tokens.accent, 1)
    if (layout.packOf[child]! < 0) bar(turn, toAcross, toAlong - turn, 2, ink.tokens.accent, 1)
  }
}

type Bar = (along: number, across: number, long: number, wide: number, colour: string, alpha: number) => void

function barOf(ink: Ink, isRight: boolean): Bar {
  return (along, across, long, wide, colour, alpha) => {
    if (isRight) ink.block(along, across, Math.max(1, long), Math.max(1, wide), colour, alpha)
    else ink.block(across, along, Math.max(1, wide), Math.max(1, long), colour, alpha)
  }
}
