import './SubtreeTab.css'
import { useMemo } from 'react'
import { formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import { formatMoney } from '../../../shared/formatMoney'
import type { AgentKey } from '../../../shared/ids'
import { phaseGroup, phaseWord } from '../../../shared/phaseWord'
import type { ShownPhase } from '../../../shared/shownPhase'
import type { AgentView } from '../../../shared/views'
import { elapsedWords } from '../../canvas/phaseWords'
import { exactMoney } from '../../controls/exactMoney'
import { Foreign } from '../../controls/Foreign'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { treeStandstill, useTreeStandstill } from '../../drive/standstill'
import { agentName } from '../../store/agentName'
import { useForest } from '../../store/forest'
import { useNow } from '../../store/now'
import { selectAgent } from '../../store/select'
import { useTypeClass } from '../../store/useTypeClass'
import { AgentLabel } from './AgentLabel'
import { AgentsList } from './AgentsList'
import { Section } from './Section'
import { SomeAgents } from './SomeAgents'
import { type Subtree, subtreeOf } from './subtreeOf'

/** What is below an agent, in numbers, and who of them is worth a look. */
export function SubtreeTab({ agent }: { readonly agent: AgentKey }) {
  // Once a second is enough for a look at thousands of agents.
  const nowMs = useNow((clock) => clock.nowMs)
  const subtree = useSubtree(agent, nowMs)
  const { count, phases, needing, failed, dearest, below } = subtree
  const most = dearest[0]?.usd ?? 1
  return (
    <div className="insp-body subtree-tab">
      <Section title="Phase">
        {phases.map((each) => (
          <PhaseBar key={each.phase} {...each} of={count} />
        ))}
      </Section>
      {needing.length > 0 && (
        <Section title="Needs you, oldest first">
          <SomeAgents agents={needing} draw={(each) => <NeedCard agent={each} nowMs={nowMs} />} />
        </Section>
      )}
      {failed.length > 0 && (
        <Section title="Failed">
          <SomeAgents agents={failed} draw={(each) => <FailedRow agent={each} />} />
        </Section>
      )}
      {dearest.length > 0 && (
        <Section title="Most expensive">
          {dearest.map(({ agent: each, usd }) => (
            <button type="button" className="sub-bar" key={each.key} onClick={() => selectAgent(each.key)}>
              <AgentLabel agent={each} />
              <Bar share={usd / most} look="plain" />
              <span className="sub-value" title={exactMoney(usd)}>
                {formatMoney(usd)}
              </span>
            </button>
          ))}
        </Section>
      )}
      <AgentsList agent={agent} below={below} nowMs={nowMs} />
    </div>
  )
}

function useSubtree(agent: AgentKey, nowMs: number): Subtree {
  const structure = useForest((forest) => forest.structure)
  // The maps are changed in place: the moment and the structure say when to look again.
  return useMemo(() => subtreeAt(agent, `${nowMs} ${structure}`), [agent, nowMs, structure])
}

function subtreeAt(agent: AgentKey, _moment: string): Subtree {
  return subtreeOf(useForest.getState(), agent, treeStandstill().sinceMs !== null)
}

function PhaseBar({ phase, count, of }: { readonly phase: ShownPhase; readonly count: number; readonly of: number }) {
  return (
    <div className="sub-bar">
      <span className="sub-name f2">
        <PhaseIcon phase={phase} size={14} />
        {phaseWord(phase)}
      </span>
      <Bar share={count / of} look={phaseGroup(phase)} />
      <span className="sub-value">{formatExact(count)}</span>
    </div>
  )
}

function Bar({ share, look }: { readonly share: number; readonly look: string }) {
  return (
    <span className="sub-track">
      <i className={`sub-fill ${look}`} style={{ width: `${Math.max(2, Math.min(100, share * 100))}%` }} />
    </span>
  )
}

function NeedCard({ agent, nowMs }: { readonly agent: AgentView; readonly nowMs: number }) {
  const typeClass = useTypeClass()
  const sinceMs = agent.updated === null ? null : Math.max(0, nowMs - Date.parse(agent.updated))
  return (
    <button type="button" className="sub-need" onClick={() => selectAgent(agent.key)}>
      <PhaseIcon phase={agent.phase} label />
      <span className="cut">
        <bdi className={`b ${typeClass(agent.type ?? agent.name)}`}>{agentName(agent)}</bdi>{' '}
        <Foreign className="f2" text={agent.waitingFor ?? agent.description ?? ''} />
      </span>
      {sinceMs !== null && <span className="f3 t1">{formatDuration(sinceMs)}</span>}
    </button>
  )
}

function FailedRow({ agent }: { readonly agent: AgentView }) {
  // It is over, whatever the time.
  const elapsed = elapsedWords(agent, 0, useTreeStandstill())
  return (
    <button type="button" className="sub-failed" onClick={() => selectAgent(agent.key)}>
      <PhaseIcon phase={agent.phase} size={14} label />
      <AgentLabel agent={agent} />
      <Foreign className="cut grow f2" text={agent.error ?? agent.description ?? ''} />
      {elapsed !== '' && <span className="f3 t1">{elapsed}</span>}
    </button>
  )
}
