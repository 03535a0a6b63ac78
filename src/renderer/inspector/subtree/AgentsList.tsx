import { type MouseEvent, useMemo } from 'react'
import { formatExact } from '../../../shared/formatCount'
import type { AgentKey } from '../../../shared/ids'
import { shownPhase } from '../../../shared/shownPhase'
import type { AgentView } from '../../../shared/views'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { openMenu } from '../../controls/Menu'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { useTreeStandstill } from '../../drive/standstill'
import { agentNow } from '../../store/forest'
import { useNow } from '../../store/now'
import { selectAgent } from '../../store/select'
import { useUi } from '../../store/ui'
import { AgentLabel } from './AgentLabel'
import { amountWords } from './amountWords'
import { type AgentsGrouping, type AgentsSort, arrangeAgents } from './arrangeAgents'
import { Section } from './Section'
import { SomeAgents } from './SomeAgents'

const groupings: Readonly<Record<AgentsGrouping, string>> = {
  nothing: 'in one list',
  status: 'by status',
  type: 'by type',
  model: 'by model',
  depth: 'by depth',
}
const sorts: Readonly<Record<AgentsSort, string>> = {
  calls: 'in call order',
  activity: 'last activity first',
  cost: 'most expensive first',
  tokens: 'most tokens first',
  time: 'longest first',
}

interface AgentsListProps {
  readonly agent: AgentKey
  readonly below: readonly AgentView[]
  readonly nowMs: number
}

/** Everybody below an agent, in parts and in the order that a person chooses; a press leads to the node. */
export function AgentsList({ agent, below, nowMs }: AgentsListProps) {
  const grouping = useUi((ui) => ui.agentsGrouping)
  const sort = useUi((ui) => ui.agentsSort)
  const still = useTreeStandstill()
  const rootDepth = agentNow(agent)?.depth ?? 0
  const parts = useMemo(
    () => arrangeAgents(below, { grouping, sort, rootDepth, nowMs, still }),
    [below, grouping, sort, rootDepth, nowMs, still],
  )
  return (
    <Section title="Agents">
      <div className="sub-arrange">
        <Choice label="Group" words={groupings} value={grouping} onChoose={(next) => useUi.setState({ agentsGrouping: next })} />
        <Choice label="Sort" words={sorts} value={sort} onChoose={(next) => useUi.setState({ agentsSort: next })} />
      </div>
      {parts.map(({ label, agents }) => (
        <div key={label ?? ''} className="sub-part">
          {label !== null && (
            <h4>
              <bdi className="cut">{label}</bdi>
              <span className="f3">{formatExact(agents.length)}</span>
            </h4>
          )}
          <SomeAgents agents={agents} draw={(each) => <AgentRow agent={each} sort={sort} />} />
        </div>
      ))}
    </Section>
  )
}

interface ChoiceProps<Word extends string> {
  readonly label: string
  readonly words: Readonly<Record<Word, string>>
  readonly value: Word
  readonly onChoose: (value: Word) => void
}

function Choice<Word extends string>({ label, words, value, onChoose }: ChoiceProps<Word>) {
  const open = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void =>
    openMenu({
      at: currentTarget,
      label,
      // Keys of a record that is written out above.
      items: (Object.keys(words) as Word[]).map((word) => ({
        kind: 'action',
        id: word,
        label: words[word],
        hint: word === value ? 'now' : undefined,
        run: () => onChoose(word),
      })),
    })
  return (
    <button
      type="button"
      className="btn quiet small"
      aria-label={`${label}: ${words[value]}`}
      aria-haspopup="menu"
      onClick={open}
    >
      {words[value]} <Icon name="chev-down" size={12} />
    </button>
  )
}

function AgentRow({ agent, sort }: { readonly agent: AgentView; readonly sort: AgentsSort }) {
  const still = useTreeStandstill()
  const shown = shownPhase(agent.phase, still.sinceMs !== null)
  const amount = useNow(({ nowMs }) => amountWords(agent, sort, { nowMs, still }))
  return (
    <button type="button" className="sub-failed" onClick={() => selectAgent(agent.key)}>
      <PhaseIcon phase={shown} size={14} label />
      <AgentLabel agent={agent} />
      <Foreign className="cut grow f2" text={agent.description ?? ''} />
      {amount !== '' && <span className="f3 t1">{amount}</span>}
    </button>
  )
}
