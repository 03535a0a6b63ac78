import { create } from 'zustand'
import { useUi } from '../store/ui'
import { between, type Camera, type Size } from './camera'
import { easeInOut, isStill } from './easeInOut'
import { type Level, levelOfDetail } from './levelOfDetail'

interface CameraState {
  readonly camera: Camera
  readonly size: Size
  /** What of it is not covered by a pane that lies over its right side. */
  readonly free: Size
  readonly level: Level
}

export const useCamera = create<CameraState>(() => ({
  camera: { x: 20, y: 16, zoom: 1 },
  size: { width: 0, height: 0 },
  free: { width: 0, height: 0 },
  level: 'card',
}))

const durationMs = 200
let flight = 0
let flightEnds = 0
let target: Camera | null = null

/** Where the camera is going, or is: what a person does next begins there. */
export function wantedCamera(): Camera {
  return target ?? useCamera.getState().camera
}

/** At once. Ends a flight that is under way. */
export function setCamera(camera: Camera): void {
  cancelAnimationFrame(flight)
  flightEnds = 0
  target = null
  put(camera)
}

function put(camera: Camera): void {
  useCamera.setState(({ level }) => ({ camera, level: levelOfDetail(level, camera.zoom) }))
}

export function setSize(size: Size, covered: number): void {
  const before = useCamera.getState()
  const free = { width: Math.max(0, size.width - covered), height: size.height }
  if (isSame(size, before.size) && isSame(free, before.free)) return
  useCamera.setState({ size, free })
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}

/** In a fifth of a second, or at once where motion is not wanted. */
export function flyTo(to: Camera): void {
  const { camera: from, size } = useCamera.getState()
  cancelAnimationFrame(flight)
  target = null
  if (from.x === to.x && from.y === to.y && from.zoom === to.zoom) return
  if (isStill() || size.width === 0) return put(to)
  target = to
  const begin = performance.now()
  flightEnds = begin + durationMs
  const step = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - begin) / durationMs))
    put(between(from, to, easeInOut(share), size))
    if (share < 1) flight = requestAnimationFrame(step)
    else target = null
  }
  flight = requestAnimationFrame(step)
}

/** A hand on the camera ends what it did by itself. */
export function moveByHand(camera: Camera): void {
  setCamera(camera)
  if (useUi.getState().camera !== 'free') useUi.setState({ camera: 'free' })
}

/** What passes under a pointer at rest is not pointed at. */
export function isFlying(): boolean {
  return performance.now() < flightEnds
}
