import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { emptyForest, type ForestView } from './applyForestFrame'

/** The run that is shown. Only `connectPage` sets it. */
export const useForest = create<ForestView>(() => emptyForest(null))

export function useAgent(key: AgentKey | null): AgentView | undefined {
  return useForest((forest) => (key === null ? undefined : forest.agents.get(key)))
}

export function agentNow(key: AgentKey): AgentView | undefined {
  return useForest.getState().agents.get(key)
}
