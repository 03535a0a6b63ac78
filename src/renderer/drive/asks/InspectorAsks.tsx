import type { AgentKey, RunUri } from '../../../shared/ids'
import { useForest } from '../../store/forest'
import { asksOf } from './asksOf'
import { PathedAsk } from './PathedAsk'
import { useShownAsks } from './shownAsks'
import { useAskOnCanvas } from './useAskOnCanvas'
import { useAsksInDrawer } from './useAsksInDrawer'

interface InspectorAsksProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

/** What the agent asks, where there is no room beside its node and it is not in the drawer. */
export function InspectorAsks({ run, agent }: InspectorAsksProps) {
  const asks = useShownAsks()
  const root = useForest((forest) => forest.root)
  const onCanvas = useAskOnCanvas((state) => state.ask)
  const inDrawer = useAsksInDrawer((state) => state.launch)
  const own = asksOf(asks, run, agent, root)
  const shown = own.filter(({ ask }) => ask.id !== onCanvas && ask.launch !== inDrawer)
  if (shown.length === 0) return null
  return (
    <div className="inspector-asks">
      {shown.map(({ ask, end }) => (
        <PathedAsk key={ask.id} ask={ask} end={end} look="drawer" />
      ))}
    </div>
  )
}
