import { nodeHeight, nodeWidth, pitchOf } from '../layout/blockLayout'
import { type Box, visitRow } from '../layout/rowIndex'
import type { Camera, Size } from './camera'
import { pageInk } from './pageInk'
import { isLoudCode, type Scene } from './scene'
import { phases } from './tokens'

const padding = 3

/** The whole world in the map, never larger than a small tree needs. */
export function mapCamera(world: Box, size: Size): Camera {
  const width = Math.max(1, world.right - world.left)
  const height = Math.max(1, world.bottom - world.top)
  const zoom = Math.min(0.2, (size.width - 2 * padding) / width, (size.height - 2 * padding) / height)
  return { zoom, x: padding - world.left * zoom, y: padding - world.top * zoom }
}

const done = phases.indexOf('completed')

export function paintMap(context: CanvasRenderingContext2D, scene: Scene, colourBy: 'phase' | 'type', size: Size): void {
  const ratio = devicePixelRatio
  context.canvas.width = size.width * ratio
  context.canvas.height = size.height * ratio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const { tokens } = pageInk()
  const { layout, index, phase, hue } = scene
  const { originX, originY, width: w, height: h } = layout
  const camera = mapCamera({ left: originX, top: originY, right: originX + w, bottom: originY + h }, size)
  const width = Math.max(1.5, nodeWidth * camera.zoom)
  const height = Math.max(1, nodeHeight * camera.zoom)
  const stride = Math.max(1, Math.floor(0.75 / (pitchOf(layout.direction).row * camera.zoom)))
  let last = ''
  const mark = (i: number, least: number): void => {
    const code = phase[i]!
    const colour = colourBy === 'type' ? tokens.hues[hue[i]!]! : tokens.phaseShape[code]!
    if (colour !== last) context.fillStyle = last = colour
    context.globalAlpha = code === done ? 0.45 : 0.9
    const x = layout.x[i]! * camera.zoom + camera.x
    const y = layout.y[i]! * camera.zoom + camera.y
    context.fillRect(x, y, Math.max(least, width), Math.max(least, height))
  }
  for (let row = 0; row < (layout.rows[0] ?? 0); row += stride) {
    let painted = Number.NEGATIVE_INFINITY
    visitRow(index, row, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, (i) => {
      const along = layout.direction === 'right' ? layout.x[i]! : layout.y[i]!
      if ((along - painted) * camera.zoom < 0.75) return
      painted = along
      mark(i, 1)
    })
  }
  // The loud ones are seen however small the rest is.
  for (let i = 0; i < phase.length; i++) if (isLoudCode(phase[i]!) && layout.shown[i] === 1) mark(i, 3)
  context.globalAlpha = 1
}
