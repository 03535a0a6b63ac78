import { headerLine, nodeHeight, nodeWidth } from '../layout/blockLayout'
import { visitBox } from '../layout/rowIndex'
import { type Frame, leftOf, seen, topOf } from './frame'
import type { Ink } from './ink'
import { loudestOf, type PillShape, partWidth, pillShape, pillsInSight } from './pillShape'
import { junction } from './traceEdge'

export function paintPills(ink: Ink, frame: Frame): void {
  const { scene } = frame
  const { tokens } = ink
  for (const pill of pillsInSight(frame)) {
    const shape = pillShape(ink, frame, pill)
    if (shape.isBeside && frame.isBesideApart) continue
    if (shape.isMark) {
      const loudest = loudestOf(scene, pill)
      const colour = loudest < 0 ? tokens.line3 : tokens.phaseShape[loudest]!
      ink.block(shape.x, shape.y, shape.width, Math.max(2, shape.height * Math.min(1, frame.camera.zoom * 12)), colour, 0.7)
    } else ink.scaled(shape.x, shape.y, shape.scale, () => paintPill(ink, shape))
  }
}

export function paintPill(ink: Ink, { parts, width, scale }: PillShape): void {
  const { tokens, ruler } = ink
  ink.box(0, 0, width / scale, 20, { fill: tokens.card, stroke: tokens.line2, radius: 10 })
  ink.glyph('chev-right', 5, 4, 12, tokens.fg2)
  let x = 22
  for (const part of parts) {
    const colour = part.phase < 0 ? (part.isStrong ? tokens.fg1 : tokens.fg2) : tokens.phaseText[part.phase]!
    if (part.glyph !== null) ink.glyph(part.glyph, x, 4, 12, tokens.phaseShape[part.phase]!)
    ink.text(x + (part.glyph === null ? 0 : 15), 14, part.text, part.isStrong ? 'smallName' : 'small', colour)
    x += partWidth(ruler, part) + 6
  }
}

export interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The fold toggle, on the junction of a parent. */
export function discOf(frame: Frame, parent: number): Disc {
  const { scene, camera } = frame
  const isRight = scene.layout.direction === 'right'
  const ahead = ((isRight ? nodeWidth : nodeHeight) + junction) * camera.zoom
  const across = headerLine * camera.zoom
  return {
    x: leftOf(frame, parent) + (isRight ? ahead : across),
    y: topOf(frame, parent) + (isRight ? across : ahead),
    radius: 8 * Math.min(1.5, Math.max(0.75, camera.zoom)),
  }
}

export function hasDisc({ scene, level }: Frame, agent: number): boolean {
  const { shape, folding, shown } = scene.layout
  return level !== 'block' && shown[agent] === 1 && shape.end[agent]! > agent + 1 && folding.folded[agent] === 0
}

export function paintDiscs(ink: Ink, frame: Frame): void {
  const { tokens } = ink
  visitBox(frame.scene.index, seen(frame), (i) => {
    if (!hasDisc(frame, i) || (frame.level === 'label' && i !== frame.hovered && i !== frame.selected)) return
    const { x, y, radius } = discOf(frame, i)
    const isHovered = i === frame.hovered
    ink.box(x - radius, y - radius, radius * 2, radius * 2, {
      fill: isHovered ? tokens.hover : tokens.card,
      stroke: isHovered ? tokens.line3 : tokens.line2,
      radius,
    })
    const size = radius * 1.25
    ink.glyph('minus', x - size / 2, y - size / 2, size, isHovered ? tokens.fg1 : tokens.fg3)
  })
}
