import { useEffect, useMemo, useState } from 'react'
import type { AgentKey } from '../../shared/ids'
import { agentActions } from '../actions/agentActions'
import type { MenuItem } from '../controls/MenuItem'
import { actItems } from '../drive/acts/actItems'
import { actsName, useActs } from '../drive/acts/useActs'
import { openRunOrder } from '../runs/runOrder'
import { agentName } from '../store/agentName'
import { agentNow, useForest } from '../store/forest'
import { type RunsView, useRuns } from '../store/runs'
import { useUi } from '../store/ui'
import { appActions } from '../window/appActions'
import type { PaletteScope } from './openPalette'
import { type PaletteSection, paletteRows, warmTexts } from './paletteRows'

/**
 * What answers the query now, not a moment later: Enter may follow at once. The lists are those of the moment the palette
 * was opened, so that nothing moves under the hand.
 */
export function usePaletteSections(query: string, scope: PaletteScope): readonly PaletteSection[] {
  const [source, setSource] = useState(openSource)
  // Opened while the list is still being told: what comes later would never be found.
  useEffect(() => {
    if (areRunsTold(useRuns.getState())) return
    const stop = useRuns.subscribe((runs) => {
      if (!areRunsTold(runs)) return
      stop()
      setSource(openSource())
    })
    return stop
  }, [])
  // What can be done may not have been asked yet, or was other before the run ended a moment ago.
  useEffect(
    () =>
      useActs.subscribe((acts, before) => {
        if (actsIn(acts) === actsIn(before)) return
        // Only these: the other rows stay where they are.
        setSource((now) => ({ ...now, agentActions: openSource().agentActions }))
      }),
    [],
  )
  useEffect(() => {
    const work = warmTexts(source.runs, source.agents)
    let timer: ReturnType<typeof setTimeout>
    const step = (): void => {
      if (work.next().done !== true) timer = setTimeout(step)
    }
    timer = setTimeout(step)
    return () => clearTimeout(timer)
  }, [source])
  return useMemo(() => paletteRows({ ...source, query, scope }), [source, query, scope])
}

function areRunsTold({ progress }: RunsView): boolean {
  return progress !== null && progress.done >= progress.total
}

function openSource() {
  // Without a node that is selected the run itself is meant, as in the inspector.
  const key = useUi.getState().selected ?? useForest.getState().root
  const agent = key === null ? undefined : agentNow(key)
  return {
    runs: openRunOrder()(useRuns.getState().rows),
    agents: useForest.getState().agents,
    agentActions:
      key === null || !agent ? null : { title: `Actions on ${agentName(agent)}`, items: [...actsOf(key), ...agentActions(key)] },
    appActions: appActions(),
  }
}

/** What can be done with the session of an agent, as it was last heard. */
function actsOf(key: AgentKey): readonly MenuItem[] {
  const { run } = useUi.getState()
  return run === null ? [] : actItems({ run, key: rootOr(key) })
}

/** The same of whoever is selected, to compare. */
function actsIn({ known }: ReturnType<typeof useActs.getState>): string {
  const { run, selected } = useUi.getState()
  return run === null ? '' : JSON.stringify(known.get(actsName(run, selected === null ? null : rootOr(selected))))
}

function rootOr(key: AgentKey): AgentKey | null {
  return useForest.getState().root === key ? null : key
}
