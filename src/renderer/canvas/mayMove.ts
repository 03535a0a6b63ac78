import type { AgentKey } from '../../shared/ids'
import { isWithin } from '../layout/treeShape'
import { useScene } from './useScene'

/** A drop that makes sense at all: somebody else, not its parent already, and nobody below it. The engine has the last word. */
export function mayMove(key: AgentKey, parent: AgentKey): boolean {
  const { scene } = useScene.getState()
  if (!scene || key === parent) return false
  const { shape } = scene.layout
  const child = shape.indexOf.get(key)
  const target = shape.indexOf.get(parent)
  if (child === undefined || target === undefined) return false
  return shape.parent[child] !== target && !isWithin(shape, target, child)
}

/** Whether the target hangs somewhere below it: a circle. */
export function isBelow(key: AgentKey, target: AgentKey): boolean {
  const shape = useScene.getState().scene?.layout.shape
  const top = shape?.indexOf.get(key)
  const below = shape?.indexOf.get(target)
  return shape !== undefined && top !== undefined && below !== undefined && below !== top && isWithin(shape, below, top)
}
