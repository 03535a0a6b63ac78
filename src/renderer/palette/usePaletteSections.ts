import { useEffect, useMemo, useState } from 'react'
import { agentActions } from '../actions/agentActions'
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
  const { selected } = useUi.getState()
  const agent = selected === null ? undefined : agentNow(selected)
  return {
    runs: openRunOrder()(useRuns.getState().rows),
    agents: useForest.getState().agents,
    agentActions: selected === null || !agent ? null : { title: `Actions on ${agentName(agent)}`, items: agentActions(selected) },
    appActions: appActions(),
  }
}
