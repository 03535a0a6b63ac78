import type { ItemRange } from '../missingRange'
import { rawLinePx } from './rawLinePx'

/** Few enough to be drawn all at once. */
const drawnWhole = 60
const beyond = 30
/** Moves in steps: a pixel of scrolling draws nothing anew. */
const step = 20

/** Which lines of a block are drawn: those in sight and some around them. `top`: of the view, counted from the first line. */
export function linesInView(count: number, top: number, height: number): ItemRange {
  if (count <= drawnWhole) return { from: 0, to: count }
  const from = Math.floor((Math.floor(top / rawLinePx) - beyond) / step) * step
  const to = Math.ceil((Math.ceil((top + height) / rawLinePx) + beyond) / step) * step
  return { from: clamp(from, count), to: clamp(to, count) }
}

function clamp(line: number, count: number): number {
  return Math.max(0, Math.min(line, count))
}
