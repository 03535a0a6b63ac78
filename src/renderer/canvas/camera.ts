import type { Box } from '../layout/rowIndex'

/** Where the world lies on the screen: screen = world × zoom + (x, y). */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const smallestZoom = 0.1
export const largestZoom = 5

/** `least`: below the usual limit where a whole tree is smaller than that. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number, least = smallestZoom): Camera {
  const zoom = Math.min(largestZoom, Math.max(Math.min(least, smallestZoom), camera.zoom * factor))
  const ratio = zoom / camera.zoom
  return { zoom, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio }
}

export function panBy(camera: Camera, x: number, y: number): Camera {
  return { ...camera, x: camera.x + x, y: camera.y + y }
}

export function toWorld(camera: Camera, x: number, y: number): { readonly x: number; readonly y: number } {
  return { x: (x - camera.x) / camera.zoom, y: (y - camera.y) / camera.zoom }
}

/** What of the world is seen, `margin` screen pixels more on each side. */
export function viewOf(camera: Camera, size: Size, margin = 0): Box {
  const { x: left, y: top } = toWorld(camera, -margin, -margin)
  const { x: right, y: bottom } = toWorld(camera, size.width + margin, size.height + margin)
  return { left, top, right, bottom }
}

export interface Insets {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A box of the world whole and in the upper left of the screen, never enlarged beyond 100 %. */
export function fitBox(box: Box, size: Size, insets: Insets): Camera {
  const width = Math.max(1, size.width - insets.left - insets.right)
  const height = Math.max(1, size.height - insets.top - insets.bottom)
  const zoom = Math.min(1, width / Math.max(1, box.right - box.left), height / Math.max(1, box.bottom - box.top))
  return { zoom, x: insets.left - box.left * zoom, y: insets.top - box.top * zoom }
}

/** The smallest move that brings a box of the world into view; what is larger than the view shows its beginning. */
export function reveal(camera: Camera, box: Box, size: Size, margin: number): Camera {
  const across = nudge(box.left * camera.zoom + camera.x, box.right * camera.zoom + camera.x, size.width, margin)
  const down = nudge(box.top * camera.zoom + camera.y, box.bottom * camera.zoom + camera.y, size.height, margin)
  return across === 0 && down === 0 ? camera : panBy(camera, across, down)
}

function nudge(near: number, far: number, room: number, margin: number): number {
  if (near < margin || far - near > room - 2 * margin) return near < margin || far > room - margin ? margin - near : 0
  return far > room - margin ? room - margin - far : 0
}

/** Between two cameras, 0 to 1: zoom by ratio, and the middle of the screen on a straight line. */
export function between(from: Camera, to: Camera, share: number, size: Size): Camera {
  if (share >= 1) return to
  const zoom = from.zoom * (to.zoom / from.zoom) ** share
  const a = toWorld(from, size.width / 2, size.height / 2)
  const b = toWorld(to, size.width / 2, size.height / 2)
  // Straight on the screen, not in the world: the far end must not rush past while the zoom is still near.
  const part = from.zoom === to.zoom ? share : (1 / zoom - 1 / from.zoom) / (1 / to.zoom - 1 / from.zoom)
  const x = a.x + (b.x - a.x) * part
  const y = a.y + (b.y - a.y) * part
  return { zoom, x: size.width / 2 - x * zoom, y: size.height / 2 - y * zoom }
}

/** How strongly a turn of the wheel zooms. Lines and pages count as browsers scroll them. */
export function wheelFactor(delta: number, mode: number): number {
  const pixels = delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1)
  return 2 ** (-Math.max(-200, Math.min(200, pixels)) / 180)
}
