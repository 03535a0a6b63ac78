import './Inspector.css'
import type { AgentKey, RunUri } from '../../shared/ids'
import { useAgent, useForest } from '../store/forest'
import { useUi } from '../store/ui'
import { FactsTab } from './facts/FactsTab'
import { InspectorHeader } from './header/InspectorHeader'
import { InspectorTabs } from './InspectorTabs'
import { ResultTab } from './result/ResultTab'
import { Said } from './Said'
import { ToolsTab } from './tools/ToolsTab'
import { TranscriptTab } from './transcript/TranscriptTab'

/** Everything about the agent that is selected; about the run's own when none is. */
export function Inspector() {
  const run = useUi((ui) => ui.run)
  const root = useForest((forest) => forest.root)
  const selected = useUi((ui) => ui.selected) ?? root
  const isKnown = useAgent(selected) !== undefined
  const isWhole = useForest((forest) => forest.isWhole)
  return (
    <aside className="insp" aria-label="Inspector">
      {run !== null && selected !== null && isKnown ? (
        <AgentPane run={run} agent={selected} />
      ) : (
        <Nothing hasRun={run !== null} isSelected={selected !== null && isWhole} />
      )}
    </aside>
  )
}

function AgentPane({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  return (
    <>
      <InspectorHeader run={run} agent={agent} key={`${run} ${agent}`} />
      <InspectorTabs run={run} agent={agent} />
      <Tab run={run} agent={agent} />
    </>
  )
}

function Tab({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const tab = useUi((ui) => ui.inspectorTab)
  return (
    <div className="insp-pane" role="tabpanel" id={`insp-pane-${tab}`} aria-labelledby={`insp-tab-${tab}`}>
      {tab === 'transcript' && <TranscriptTab run={run} agent={agent} />}
      {tab === 'result' && <ResultTab run={run} agent={agent} key={`${run} ${agent}`} />}
      {tab === 'tools' && <ToolsTab run={run} agent={agent} key={`${run} ${agent}`} />}
      {tab === 'facts' && <FactsTab run={run} agent={agent} key={`${run} ${agent}`} />}
    </div>
  )
}

function Nothing({ hasRun, isSelected }: { readonly hasRun: boolean; readonly isSelected: boolean }) {
  const isGone = useForest((forest) => forest.isGone)
  if (!hasRun) return <Said title="No run is selected" text="Choose one on the left." />
  if (isGone) return <Said title="This run is gone" text="Its files are no longer there." />
  if (isSelected)
    return <Said title="This agent is no longer part of the run" text="Its records went, or it turned out to be another one." />
  return <Said title="Reading the run …" />
}
