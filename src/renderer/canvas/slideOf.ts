import { type Box, visitBox } from '../layout/rowIndex'
import type { Slide } from './frame'
import type { Scene } from './scene'

/** How far those in a box of the world have to go from one scene to the next; null: none of them moves or is new. */
export function slideOf(before: Scene, after: Scene, view: Box): Slide | null {
  const { layout } = after
  const count = layout.x.length
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  const fresh = new Uint8Array(count)
  const isRight = layout.direction === 'right'
  let isMoved = false
  const look = (i: number): void => {
    const at = before.layout.shape.indexOf.get(layout.shape.keys[i]!)
    if (at === undefined || before.layout.shown[at] === 0) {
      // Who is new comes four pixels from the side of his parent.
      fresh[i] = 1
      x[i] = isRight ? -4 : 0
      y[i] = isRight ? 0 : -4
      isMoved = true
      return
    }
    x[i] = before.layout.x[at]! - layout.x[i]!
    y[i] = before.layout.y[at]! - layout.y[i]!
    isMoved ||= x[i] !== 0 || y[i] !== 0
  }
  visitBox(after.index, view, look)
  return isMoved ? { x, y, fresh, left: 1 } : null
}
