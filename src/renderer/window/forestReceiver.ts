import type { ForestFrame } from '../../shared/forestFrame'
import type { RunUri } from '../../shared/ids'
import { applyForestFrame, type ForestView } from '../store/applyForestFrame'
import { useForest } from '../store/forest'

/**
 * Puts the frames of one connection into the store. A run that is on the screen already stays there while it is told anew,
 * and is replaced in one step: a lost connection must not make the tree flicker.
 */
export function forestReceiver(followAnew: (run: RunUri) => void): (frame: ForestFrame) => void {
  let aside: ForestView | null = null
  let asked: RunUri | null = null

  return (frame) => {
    const shown = useForest.getState()
    if (frame.run !== shown.run) return
    if (frame.kind === 'begin') {
      asked = null
      aside = null
    }
    // After a gap everything is void until the run begins again; asking once is enough.
    if (asked === frame.run) return
    const view = aside?.run === frame.run ? aside : shown
    const next = applyForestFrame(view, frame)
    if (next === null) {
      asked = frame.run
      aside = null
      return followAnew(frame.run)
    }
    const staysBehind = !next.isWhole && !next.isGone && shown.isWhole
    aside = staysBehind ? next : null
    if (!staysBehind) useForest.setState(next, true)
  }
}
