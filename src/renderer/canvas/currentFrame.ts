import type { AgentKey } from '../../shared/ids'
import { treeStandstill } from '../drive/standstill'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import type { Frame } from './frame'
import { mountedCards } from './mountedCards'
import { usePointed } from './pointed'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

/** The picture of this moment; null: there is nothing to paint. */
export function currentFrame(): Frame | null {
  const { scene, slide } = useScene.getState()
  if (!scene) return null
  const { camera, size, level } = useCamera.getState()
  const { selected, colourBy } = useUi.getState()
  const { hovered, edge, isFocusSeen } = usePointed.getState()
  const { indexOf, keys } = scene.layout.shape
  const indexFor = (key: AgentKey | null): number => (key === null ? -1 : (indexOf.get(key) ?? -1))
  const at = indexFor(selected)
  return {
    scene,
    camera,
    size,
    level,
    nowMs: useNow.getState().nowMs,
    still: treeStandstill(),
    colourBy,
    selected: at,
    hovered: indexFor(hovered),
    focused: isFocusSeen ? Math.max(0, at) : -1,
    hoveredEdge: indexFor(edge),
    slide,
    isMounted: level === 'card' ? (i) => mountedCards.has(keys[i]!) : () => false,
  }
}
