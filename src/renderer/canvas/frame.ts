import type { Standstill } from '../drive/standstill'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import { type Box, type RowRange, rowsIn } from '../layout/rowIndex'
import { type Camera, type Size, viewOf } from './camera'
import type { Level } from './levelOfDetail'
import type { Scene } from './scene'

/** How far each agent still is from its place. */
export interface Slide {
  readonly x: Float64Array
  readonly y: Float64Array
  /** 1 at the beginning, 0 when everybody is there. */
  readonly left: number
  /** 1: was not there before, and fades in. */
  readonly fresh: Uint8Array
}

/** Everything one picture is made of. */
export interface Frame {
  readonly scene: Scene
  readonly camera: Camera
  readonly size: Size
  readonly level: Level
  readonly nowMs: number
  readonly still: Standstill
  readonly colourBy: 'phase' | 'type'
  readonly selected: number
  readonly hovered: number
  readonly focused: number
  /** The edge under the pointer, by its child. */
  readonly hoveredEdge: number
  readonly slide: Slide | null
  /** Whose card is an element of the page: the canvas leaves it alone. */
  readonly isMounted: (agent: number) => boolean
  /** The root's pill beside the tree is a picture of its own. */
  readonly isBesideApart?: boolean
}

export function leftOf({ scene, camera, slide }: Frame, i: number): number {
  return (scene.layout.x[i]! + (slide ? slide.x[i]! * slide.left : 0)) * camera.zoom + camera.x
}

export function topOf({ scene, camera, slide }: Frame, i: number): number {
  return (scene.layout.y[i]! + (slide ? slide.y[i]! * slide.left : 0)) * camera.zoom + camera.y
}

export function boxWidth({ camera }: Frame): number {
  return nodeWidth * camera.zoom
}

export function boxHeight({ camera }: Frame): number {
  return nodeHeight * camera.zoom
}

export function seen({ camera, size }: Frame): Box {
  return viewOf(camera, size, 8)
}

export function seenRows(frame: Frame): RowRange {
  return rowsIn(frame.scene.index, seen(frame))
}

/** The agents from this one up to the root. */
export function lineage({ layout }: Scene, agent: number): Set<number> {
  const found = new Set<number>()
  for (let i = agent; i >= 0; i = layout.shape.parent[i]!) found.add(i)
  return found
}
