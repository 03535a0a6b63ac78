import type { Frame } from './frame'
import type { Ink } from './ink'
import { crowdTrunk, landmarksOf } from './landmarksOf'
import { paintBeacons } from './paintBeacons'
import { paintBlocks } from './paintBlocks'
import { paintCards } from './paintCard'
import { paintEdges } from './paintEdges'
import { paintLabels } from './paintLabels'
import { paintLandmarks, paintSelection } from './paintLandmarks'
import { paintDiscs, paintPills } from './paintPills'

/** The whole picture, whatever it is painted on. */
export function paintScene(ink: Ink, frame: Frame): void {
  if (frame.scene.layout.shape.keys.length === 0) return
  const landmarks = landmarksOf(frame)
  paintEdges(ink, frame, crowdTrunk(frame, landmarks))
  switch (frame.level) {
    case 'block':
      paintSelection(ink, frame, landmarks)
      paintBlocks(ink, frame, namedBlocks(frame, landmarks))
      paintLandmarks(ink, frame, landmarks)
      paintPills(ink, frame)
      paintBeacons(ink, frame)
      return
    case 'label':
      paintLabels(ink, frame)
      paintSelection(ink, frame, landmarks)
      paintDiscs(ink, frame)
      paintPills(ink, frame)
      return
    case 'card':
      paintCards(ink, frame)
      paintSelection(ink, frame, landmarks)
      paintDiscs(ink, frame)
      paintPills(ink, frame)
      return
    default:
      frame.level satisfies never
  }
}

/** Whose name stands for the block. */
function namedBlocks(frame: Frame, landmarks: ReadonlyMap<number, number>): ReadonlySet<number> {
  const named = new Set(landmarks.keys())
  return crowdTrunk(frame, landmarks) === null ? named : named.add(0)
}
