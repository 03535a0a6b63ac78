import { packRows, pitchOf } from '../layout/blockLayout'
import { type Frame, leftOf, topOf } from './frame'

/** Names beside the packs are never wider. */
export const landmarkRoom = 112
/** From a pack to its name; the bracket lies between. */
export const landmarkGap = 13
const lineHeight = 15
const stub = 18
/** Packs smaller than this on the screen have no names. */
const least = { right: 15, down: 60 }

/** How far a pack reaches across on the screen. */
export function packSpan({ scene: { layout }, camera }: Frame): number {
  return packRows * pitchOf(layout.direction).row * camera.zoom
}

/** The packs whose parents keep their names from far away, by parent. */
export function landmarksOf(frame: Frame): ReadonlyMap<number, number> {
  const { layout } = frame.scene
  const found = new Map<number, number>()
  if (frame.level !== 'block' || packSpan(frame) < least[layout.direction]) return found
  for (const [n, { parent }] of layout.packs.entries()) if (!found.has(parent)) found.set(parent, n)
  return found
}

/** Where the root's trunk lies, along the way down, when names stand where it would be: before all of them. Null: as ever. */
export function crowdTrunk(frame: Frame, landmarks: ReadonlyMap<number, number>): number | null {
  const { layout } = frame.scene
  let first = -1
  for (const parent of landmarks.keys()) if (layout.shape.parent[parent] === 0) first = landmarks.get(parent)!
  const pack = layout.packs[first]
  if (!pack) return null
  const isRight = layout.direction === 'right'
  const along = (isRight ? leftOf : topOf)(frame, pack.first)
  return along - landmarkGap - (isRight ? landmarkRoom : 2 * lineHeight) - stub - 4
}

/** From the trunk towards a name. */
export function crowdStub(trunk: number): number {
  return trunk + stub
}
