import type { Box } from '../layout/rowIndex'
import { pageInk } from './pageInk'

const radius = 2

/** The map: the tree as it was painted last, and over it a frame around what the window shows. */
export function paintMapView(context: CanvasRenderingContext2D, tree: HTMLCanvasElement, seen: Box): void {
  const { canvas } = context
  if (canvas.width !== tree.width || canvas.height !== tree.height) {
    canvas.width = tree.width
    canvas.height = tree.height
  }
  context.resetTransform()
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(tree, 0, 0)
  const ratio = devicePixelRatio
  const line = Math.max(1, Math.floor(1.5 * ratio))
  const left = Math.round(seen.left * ratio)
  const top = Math.round(seen.top * ratio)
  const width = Math.round(seen.right * ratio) - left
  const height = Math.round(seen.bottom * ratio) - top
  const { accent, accentTint } = pageInk().tokens
  context.beginPath()
  context.roundRect(left + line / 2, top + line / 2, width - line, height - line, radius * ratio - line / 2)
  context.fillStyle = accentTint
  context.fill()
  context.strokeStyle = accent
  context.lineWidth = line
  context.stroke()
}
