import type { AttentionItem } from '../../../shared/attention'
import type { Ask } from '../../../shared/drive/ask'
import { agentName } from '../../store/agentName'
import { useForest } from '../../store/forest'
import { providerLabel } from '../../store/providerLabel'
import { useTold } from '../../store/told'
import { pathOf } from './pathOf'

export type AskStep = Pick<AttentionItem['path'][number], 'label' | 'type'>

/** Who asks, from the root down: as the attention list names it, else as the tree that is shown does. */
export function useAskPath(ask: Ask): readonly AskStep[] {
  const told = useTold(({ attention }) => attention.items.find((item) => item.ask === ask.id))
  const structure = useForest((forest) => (forest.run === ask.run ? forest.structure : -1))
  if (told) return told.path
  const { agents } = useForest.getState()
  const path = structure < 0 || ask.key === null ? [] : pathOf(ask.key, agents)
  if (path.length > 0) return path.map((agent) => ({ label: agentName(agent), type: agent.type }))
  const root = { label: providerLabel(ask.provider), type: null }
  return ask.agent === null ? [root] : [root, { label: 'an agent that has no record yet', type: null }]
}
