import './Inspector.css'
import type { AgentKey, RunUri } from '../../shared/ids'
import { ActionBar } from '../drive/acts/ActionBar'
import { ActionPlace } from '../drive/acts/ActionPlace'
import { InspectorAsks } from '../drive/asks/InspectorAsks'
import { useForest } from '../store/forest'
import { useIsAway } from '../store/silence'
import { useUi } from '../store/ui'
import { FactsTab } from './facts/FactsTab'
import { InspectorHeader } from './header/InspectorHeader'
import { InspectorTabs } from './InspectorTabs'
import { ResultTab } from './result/ResultTab'
import { rootKeyOf } from './rootKeyOf'
import { Said } from './Said'
import { SubtreeTab } from './subtree/SubtreeTab'
import { ToolsTab } from './tools/ToolsTab'
import { TranscriptTab } from './transcript/TranscriptTab'
import { useShownTab } from './useShownTab'

/** Everything about the agent that is selected; about the run's own when none is. */
export function Inspector() {
  const run = useUi((ui) => ui.run)
  const selected = useUi((ui) => ui.selected) ?? (run === null ? null : rootKeyOf(run))
  // Whether, not what: with every number that changes everything below would be drawn again.
  const isKnown = useForest((forest) => selected !== null && forest.agents.has(selected))
  // Its transcript is read before the run is: it need not wait.
  const isAwaited = useForest((forest) => !forest.isWhole && !forest.isGone)
  return (
    <aside className="insp" aria-label="Inspector">
      {run !== null && selected !== null && (isKnown || isAwaited) ? (
        <AgentPane run={run} agent={selected} isKnown={isKnown} />
      ) : (
        <Nothing hasRun={run !== null} />
      )}
    </aside>
  )
}

interface AgentPaneProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly isKnown: boolean
}

function AgentPane({ run, agent, isKnown }: AgentPaneProps) {
  return (
    <>
      <InspectorHeader run={run} agent={agent} key={`${run} ${agent}`} />
      <InspectorAsks run={run} agent={agent} />
      <InspectorTabs run={run} agent={agent} />
      <Tab run={run} agent={agent} isKnown={isKnown} />
      {isKnown ? <ActionBar run={run} agent={agent} /> : <ActionPlace />}
    </>
  )
}

function Tab({ run, agent, isKnown }: AgentPaneProps) {
  const tab = useShownTab(agent)
  const isAway = useIsAway()
  return (
    <div className="insp-pane" role="tabpanel" id={`insp-pane-${tab}`} aria-labelledby={`insp-tab-${tab}`}>
      {!isKnown && tab !== 'transcript' && <Said title={isAway ? 'Waiting for the connection' : 'Reading the run …'} />}
      {tab === 'transcript' && <TranscriptTab run={run} agent={agent} />}
      {tab === 'result' && isKnown && <ResultTab run={run} agent={agent} key={`${run} ${agent}`} />}
      {tab === 'tools' && isKnown && <ToolsTab run={run} agent={agent} key={`${run} ${agent}`} />}
      {tab === 'subtree' && isKnown && <SubtreeTab agent={agent} key={`${run} ${agent}`} />}
      {tab === 'facts' && isKnown && <FactsTab run={run} agent={agent} key={`${run} ${agent}`} />}
    </div>
  )
}

function Nothing({ hasRun }: { readonly hasRun: boolean }) {
  const isGone = useForest((forest) => forest.isGone)
  if (!hasRun) return <Said title="No run is selected" text="Choose one on the left." />
  // Said under the name of the run.
  if (isGone) return null
  return <Said title="This agent is no longer part of the run" text="Its records went, or it turned out to be another one." />
}
