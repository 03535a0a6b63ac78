import type { AgentKey } from '../../shared/ids'
import { type Camera, panBy, zoomAt } from './camera'

export interface Point {
  readonly x: number
  readonly y: number
}

/** What a hand is doing on the canvas. */
export type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'press'; readonly act: () => void; readonly at: Point; readonly moves: AgentKey | null }
  | { readonly kind: 'pan'; readonly at: Point }
  | { readonly kind: 'move'; readonly key: AgentKey; readonly at: Point }
  | { readonly kind: 'pinch'; readonly from: Pinch }

export interface Pinch extends Point {
  readonly distance: number
}

/** The middle of two fingers and how far they are apart. */
export function pinchOf([a, b]: readonly Point[]): Pinch | null {
  if (!a || !b) return null
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
}

export function pinchCamera(camera: Camera, from: Pinch, to: Pinch, least: number): Camera {
  return zoomAt(panBy(camera, to.x - from.x, to.y - from.y), to.distance / from.distance, to.x, to.y, least)
}

const band = 36
const fastest = 12

/** How far the world comes along, a frame, while something is dragged near a border. */
export function pushOf(place: number, room: number): number {
  if (place < band) return Math.min(fastest, ((band - place) / band) * fastest)
  return place > room - band ? -Math.min(fastest, ((place - room + band) / band) * fastest) : 0
}

interface Wheel {
  readonly deltaX: number
  readonly deltaY: number
  readonly deltaMode: number
  readonly shiftKey: boolean
}

/** How far a turn of the wheel moves the world; with Shift it moves sideways. */
export function wheelPan({ deltaX, deltaY, deltaMode, shiftKey }: Wheel): Point {
  const unit = deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1
  const isTurned = shiftKey && deltaX === 0
  return { x: -(isTurned ? deltaY : deltaX) * unit, y: isTurned ? 0 : -deltaY * unit }
}
