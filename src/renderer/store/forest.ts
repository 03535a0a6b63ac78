import { useMemo } from 'react'
import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { emptyForest, type ForestView } from './applyForestFrame'
import { onlyCounts } from './onlyCounts'
import { useCalmly } from './useCalmly'

/** The run that is shown. Only `connectPage` sets it. */
export const useForest = create<ForestView>(() => emptyForest(null))

/** Every agent below writes into the sums of those above: a component that shows one is not drawn anew for each. */
export function useAgent(key: AgentKey | null): AgentView | undefined {
  const hearing = useMemo(
    () => ({
      select: ({ agents }: ForestView) => (key === null ? undefined : agents.get(key)),
      isQuiet: onlyCounts,
    }),
    [key],
  )
  return useCalmly(useForest, hearing)
}

export function agentNow(key: AgentKey): AgentView | undefined {
  return useForest.getState().agents.get(key)
}
