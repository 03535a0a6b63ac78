import { headerLine, nodeHeight, nodeWidth } from '../layout/blockLayout'
import type { Frame } from './frame'
import { leftOf, topOf } from './frame'
import type { Pen } from './ink'

/** Where the edges of a parent turn, behind its box. */
export const junction = 18
const corner = 8

/** A pen for trees that grow down: along and across exchanged. */
export function turnedPen(pen: Pen): Pen {
  return {
    moveTo: (along, across) => pen.moveTo(across, along),
    lineTo: (along, across) => pen.lineTo(across, along),
    quadraticCurveTo: (cornerAlong, cornerAcross, along, across) =>
      pen.quadraticCurveTo(cornerAcross, cornerAlong, across, along),
  }
}

/** Both ends of an edge, along the way down and across it, in pixels. */
export interface EdgeEnds {
  readonly fromAlong: number
  readonly fromAcross: number
  readonly turn: number
  readonly toAlong: number
  readonly toAcross: number
}

export function edgeEnds(frame: Frame, parent: number, child: number): EdgeEnds {
  const isRight = frame.scene.layout.direction === 'right'
  const { zoom } = frame.camera
  const along = isRight ? leftOf : topOf
  const across = isRight ? topOf : leftOf
  const fromAlong = along(frame, parent) + (isRight ? nodeWidth : nodeHeight) * zoom
  return {
    fromAlong,
    fromAcross: across(frame, parent) + headerLine * zoom,
    turn: fromAlong + junction * zoom,
    toAlong: along(frame, child),
    toAcross: across(frame, child) + headerLine * zoom,
  }
}

/** Right, round the corner, down, round the corner, right. `shift` moves the whole line across, for double ones. */
export function traceEdge(pen: Pen, ends: EdgeEnds, zoom: number, shift = 0): void {
  const { fromAlong, turn, toAlong } = ends
  const from = ends.fromAcross + shift
  const to = ends.toAcross + shift
  const bend = turn - shift
  pen.moveTo(fromAlong, from)
  const radius = Math.min(corner * zoom, Math.abs(to - from) / 2)
  if (radius < 1) {
    if (Math.abs(to - from) >= 1) {
      pen.lineTo(bend, from)
      pen.lineTo(bend, to)
    }
    pen.lineTo(toAlong, to)
    return
  }
  const sign = Math.sign(to - from)
  pen.lineTo(bend - radius, from)
  pen.quadraticCurveTo(bend, from, bend, from + sign * radius)
  pen.lineTo(bend, to - sign * radius)
  pen.quadraticCurveTo(bend, to, bend + radius, to)
  pen.lineTo(toAlong, to)
}
