import type { Camera, Size } from './camera'

/** What a picture shows: the window of a camera, and as much around it on each side. */
export interface Painted {
  readonly camera: Camera
  readonly size: Size
  readonly margin: number
}

export interface Shift {
  readonly x: number
  readonly y: number
}

/** How far a picture has to be moved to show the window of another camera; null: that one has to be painted. `ratio`: pixels of the screen in one of the page. */
export function shiftOf(painted: Painted, camera: Camera, size: Size, ratio: number): Shift | null {
  if (camera.zoom !== painted.camera.zoom || size.width !== painted.size.width || size.height !== painted.size.height) return null
  const x = camera.x - painted.camera.x
  const y = camera.y - painted.camera.y
  const isWithin = Math.abs(x) <= painted.margin && Math.abs(y) <= painted.margin
  // Between two pixels of the screen it would blur.
  return isWithin && isWhole(x * ratio) && isWhole(y * ratio) ? { x, y } : null
}

function isWhole(pixels: number): boolean {
  return Math.abs(pixels - Math.round(pixels)) < 0.001
}
