import type { AgentKey } from '../../shared/ids'
import { isActive } from '../../shared/phaseWord'
import { nodeHeight, nodeWidth } from '../layout/blockLayout'
import type { Box } from '../layout/rowIndex'
import { useForest } from '../store/forest'
import { useUi } from '../store/ui'
import { type Camera, fitBox, reveal, type Size, zoomAt } from './camera'
import type { Scene } from './scene'
import { unfoldTo } from './toggleFold'
import { flyTo, useCamera, wantedCamera } from './useCamera'
import { useScene } from './useScene'

const plain = { left: 20, top: 16, right: 20, bottom: 24 }
/** From far away the names of packs stand left of the tree, the legend and the root above it. */
const far = { left: 164, top: 92, right: 20, bottom: 56 }
export const margin = 28

export function worldBox({ layout: { originX, originY, width, height } }: Scene): Box {
  return { left: originX, top: originY, right: originX + width, bottom: originY + height }
}

export function fitCamera(scene: Scene, size: Size): Camera {
  const near = fitBox(worldBox(scene), size, plain)
  if (near.zoom >= 0.3) return near
  const away = fitBox(worldBox(scene), size, far)
  // In a window that is hardly larger than what stands around the tree nothing would be left of the tree.
  return away.zoom >= near.zoom / 2 ? away : near
}

export function fitTree(): void {
  const { scene } = useScene.getState()
  const { free } = useCamera.getState()
  if (scene && free.width > 0) flyTo(fitCamera(scene, free))
}

/** How a run is first shown: whole where that can be read, else at its latest activity while it lives. */
export function firstCamera(scene: Scene, size: Size): Camera {
  // Nobody chose so small a window to see the whole: it is of that size only for now, and the zoom would stay.
  if (size.height < nodeHeight + 2 * margin) return startOf(scene)
  const whole = fitCamera(scene, size)
  if (whole.zoom >= 0.9) return startOf(scene)
  const { row } = useForest.getState()
  const latest = row?.live ? latestOf(scene, null) : null
  if (latest === null) return whole
  return reveal(startOf(scene), boxOf(scene, latest), size, margin)
}

/** The root, at its full size. */
function startOf({ layout }: Scene): Camera {
  return { zoom: 1, x: plain.left - layout.originX, y: plain.top - layout.originY }
}

export function boxOf({ layout }: Scene, i: number): Box {
  return { left: layout.x[i]!, top: layout.y[i]!, right: layout.x[i]! + nodeWidth, bottom: layout.y[i]! + nodeHeight }
}

/** Who wrote last, of those given or of all; who is folded away is where his pill is. */
export function latestOf(scene: Scene, among: readonly AgentKey[] | null): number | null {
  const { shape, shown } = scene.layout
  let best: { readonly at: string; readonly i: number } | null = null
  for (const key of among ?? shape.keys) {
    const agent = scene.agents.get(key)
    const i = shape.indexOf.get(key)
    if (!agent || i === undefined || agent.updated === null || !isActive(agent.phase)) continue
    // Of those who wrote at the same time the later one: a parent only waits for its children.
    if (best === null || agent.updated > best.at || (agent.updated === best.at && i > best.i)) best = { at: agent.updated, i }
  }
  let at = best?.i ?? -1
  while (at > 0 && shown[at] === 0) at = shape.parent[at]!
  return at < 0 ? null : at
}

export function revealAgent(key: AgentKey): void {
  const before = useScene.getState().scene
  const hidden = before?.layout.shape.indexOf.get(key)
  if (before && hidden !== undefined) unfoldTo(before, hidden)
  // Unfolding makes a new scene at once.
  const { scene } = useScene.getState()
  const { free } = useCamera.getState()
  const i = scene?.layout.shape.indexOf.get(key)
  if (scene && i !== undefined && free.width > 0) flyTo(reveal(wantedCamera(), boxOf(scene, i), free, margin))
}

/** A tree that is larger than ten times the window may be seen whole all the same. */
export function leastZoom(): number {
  const { scene } = useScene.getState()
  const { free } = useCamera.getState()
  return scene && free.width > 0 ? fitCamera(scene, free).zoom : 1
}

export function zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void {
  const { free } = useCamera.getState()
  const { x, y } = at ?? { x: free.width / 2, y: free.height / 2 }
  flyTo(zoomAt(wantedCamera(), factor, x, y, leastZoom()))
  if (useUi.getState().camera !== 'free') useUi.setState({ camera: 'free' })
}
