import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { matchesOf } from './matchesOf'
import { useScene } from './useScene'

/** To the next or the previous agent that matches, round and round. */
export function stepMatch(direction: 1 | -1): void {
  const { scene } = useScene.getState()
  if (!scene) return
  const { keys, indexOf } = scene.layout.shape
  const matches = matchesOf(scene.dimmed)
  const { selected } = useUi.getState()
  const at = selected === null ? -1 : (indexOf.get(selected) ?? -1)
  const next = direction === 1 ? matches.find((i) => i > at) : matches.findLast((i) => i < at)
  const to = next ?? (direction === 1 ? matches[0] : matches.at(-1))
  if (to !== undefined) selectAgent(keys[to]!)
}
