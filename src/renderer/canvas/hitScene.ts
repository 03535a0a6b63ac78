import { nodeHeight, nodeWidth, type Pill } from '../layout/blockLayout'
import { agentAt, parentsCrossing, rowsIn, visitBox } from '../layout/rowIndex'
import { toWorld } from './camera'
import { type Frame, leftOf, topOf } from './frame'
import type { Ink } from './ink'
import { landmarkRoom, landmarksOf } from './landmarksOf'
import { discOf, hasDisc } from './paintPills'
import { pillShape, pillsInSight } from './pillShape'
import { edgeEnds } from './traceEdge'

export type Hit =
  | { readonly kind: 'agent'; readonly agent: number }
  | { readonly kind: 'disc'; readonly agent: number }
  | { readonly kind: 'pill'; readonly pill: Pill }
  /** By its child. */
  | { readonly kind: 'edge'; readonly agent: number }

const discReach = 12
const edgeReach = 5

/** What is under a point of the screen, the nearest to the eye first. */
export function hitScene(ink: Pick<Ink, 'ruler'>, frame: Frame, x: number, y: number): Hit | null {
  return hitDisc(frame, x, y) ?? hitPill(ink, frame, x, y) ?? hitAgent(frame, x, y) ?? hitEdge(frame, x, y)
}

function hitDisc(frame: Frame, x: number, y: number): Hit | null {
  const { scene, camera } = frame
  let found: Hit | null = null
  const far = (nodeWidth + 40) * camera.zoom
  const a = toWorld(camera, x - far, y - far)
  const b = toWorld(camera, x + discReach, y + discReach)
  visitBox(scene.index, { left: a.x, top: a.y, right: b.x, bottom: b.y }, (agent) => {
    if (!hasDisc(frame, agent)) return
    const disc = discOf(frame, agent)
    if (Math.hypot(disc.x - x, disc.y - y) <= Math.min(discReach, 20 * camera.zoom)) found = { kind: 'disc', agent }
  })
  return found
}

function hitPill(ink: Pick<Ink, 'ruler'>, frame: Frame, x: number, y: number): Hit | null {
  for (const pill of pillsInSight(frame)) {
    const shape = pillShape(ink, frame, pill)
    const slack = shape.isMark ? 3 : 2
    if (
      x >= shape.x - slack &&
      x <= shape.x + shape.width + slack &&
      y >= shape.y - slack &&
      y <= shape.y + shape.height + slack
    ) {
      return { kind: 'pill', pill }
    }
  }
  return null
}

function hitAgent(frame: Frame, x: number, y: number): Hit | null {
  const { scene, camera } = frame
  const at = toWorld(camera, x, y)
  const agent = agentAt(scene.index, at.x, at.y)
  if (agent !== null) return { kind: 'agent', agent }
  return frame.level === 'block' ? hitLandmark(frame, x, y) : null
}

function hitLandmark(frame: Frame, x: number, y: number): Hit | null {
  const { layout } = frame.scene
  const isRight = layout.direction === 'right'
  for (const [parent, n] of landmarksOf(frame)) {
    const { first } = layout.packs[n]!
    const left = leftOf(frame, first)
    const top = topOf(frame, first)
    const isOn = isRight
      ? x < left && x > left - landmarkRoom && y > top - 4 && y < top + 46
      : y < top && y > top - 46 && x > left - 4 && x < left + landmarkRoom
    if (isOn) return { kind: 'agent', agent: parent }
  }
  return null
}

function hitEdge(frame: Frame, x: number, y: number): Hit | null {
  const { scene, camera } = frame
  if (camera.zoom < 0.3) return null
  const { layout } = scene
  const isRight = layout.direction === 'right'
  const at = toWorld(camera, x, y)
  const rows = rowsIn(scene.index, {
    left: at.x - nodeWidth,
    right: at.x + nodeWidth,
    top: at.y - nodeHeight,
    bottom: at.y + nodeHeight,
  })
  const along = isRight ? x : y
  const across = isRight ? y : x
  let onTrunk: number | null = null
  for (const parent of parentsCrossing(scene.index, rows)) {
    for (let child = parent + 1; child < layout.shape.end[parent]!; child = layout.shape.end[child]!) {
      if (layout.shown[child] === 0 || layout.packOf[child]! >= 0) continue
      const { fromAcross, turn, toAlong, toAcross } = edgeEnds(frame, parent, child)
      const isOnStub = along >= turn && along <= toAlong && Math.abs(across - toAcross) <= edgeReach
      if (isOnStub) return { kind: 'edge', agent: child }
      // Trunks lie on top of one another: the next child below is meant.
      const isOnTrunk = Math.abs(along - turn) <= edgeReach && across >= fromAcross - edgeReach && across <= toAcross
      if (isOnTrunk) onTrunk ??= child
      if (toAcross > across + edgeReach) break
    }
  }
  return onTrunk === null ? null : { kind: 'edge', agent: onTrunk }
}
