import type { KeyboardEvent } from 'react'
import { openTranscript } from '../actions/openTranscript'
import { type Step, walkTree } from '../layout/walkTree'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { boxOf, zoomBy } from './fitCamera'
import type { Hands } from './Hands'
import { openAgentMenu } from './openAgentMenu'
import { usePointed } from './pointed'
import type { Scene } from './scene'
import { openPill, toggleFold } from './toggleFold'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

/** Keys of the tree while it has the focus. */
export function pressTreeKey(event: KeyboardEvent, hands: Hands | null, place: HTMLElement): void {
  const { scene } = useScene.getState()
  if (!scene || event.ctrlKey || event.metaKey || event.altKey) return
  const at = currentAgent(scene)
  const step = steps[event.key]
  usePointed.setState({ isFocusSeen: true })
  if (step) {
    event.preventDefault()
    const next = walkTree(scene.layout, at, step)
    const { selected } = useUi.getState()
    // The first arrow shows where one is.
    const to = selected === null ? at : next
    if (to !== null) selectAgent(scene.layout.shape.keys[to]!)
  } else if (event.key === ' ') {
    event.preventDefault()
    if (hands && !event.repeat) {
      hands.isSpaceDown = true
      hands.hasPanned = false
    }
  } else if (event.key === 'Enter') {
    event.preventDefault()
    openTranscript(scene.layout.shape.keys[at]!)
  } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    event.preventDefault()
    openAgentMenu(scene.layout.shape.keys[at]!, besideNode(scene, at, place))
  } else if (event.key === '+' || event.key === '=') {
    event.preventDefault()
    zoomBy(1.25)
  } else if (event.key === '-') {
    event.preventDefault()
    zoomBy(0.8)
  }
}

/** A space bar that was not used to pan folds. */
export function releaseTreeKey(event: KeyboardEvent, hands: Hands | null): void {
  if (event.key !== ' ' || !hands?.isSpaceDown) return
  hands.isSpaceDown = false
  const { scene } = useScene.getState()
  if (!scene || hands.hasPanned) return
  const at = currentAgent(scene)
  const pill = scene.layout.pills.find(({ kind, parent }) => kind === 'rest' && parent === at)
  if (pill) openPill(scene, pill)
  else toggleFold(scene, at)
}

function currentAgent({ layout }: Scene): number {
  const { selected } = useUi.getState()
  const at = selected === null ? 0 : (layout.shape.indexOf.get(selected) ?? 0)
  return layout.shown[at] === 1 ? at : 0
}

function besideNode(scene: Scene, at: number, place: HTMLElement): { x: number; y: number } {
  const { camera } = useCamera.getState()
  const { left, top } = place.getBoundingClientRect()
  const box = boxOf(scene, at)
  return { x: left + box.left * camera.zoom + camera.x + 8, y: top + box.top * camera.zoom + camera.y + 24 }
}
