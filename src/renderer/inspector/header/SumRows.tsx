import { formatExact } from '../../../shared/formatCount'
import type { AgentKey } from '../../../shared/ids'
import { exactMoney } from '../../controls/exactMoney'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { agentName } from '../../store/agentName'
import { useForest } from '../../store/forest'
import { useNow } from '../../store/now'
import { selectAgent } from '../../store/select'
import { useTypeClass } from '../../store/useTypeClass'
import { plural } from '../tool/plural'
import { type Part, type SummedName, type SumParts, sumParts } from './sumParts'

interface SumRowsProps {
  readonly agent: AgentKey
  readonly name: SummedName
  readonly isRun: boolean
  readonly onJump: () => void
}

/** What an agent's number is made of where its sub-agents are in it; each child leads to itself. */
export function SumRows({ agent, name, isRun, onJump }: SumRowsProps) {
  const typeClass = useTypeClass()
  // The maps are changed in place: once a second is often enough to look again.
  const nowMs = useNow((clock) => clock.nowMs)
  const parts = partsAt({ agent, name, isRun }, nowMs)
  if (parts.children.length === 0 && parts.hidden.count === 0 && parts.unplaced.count === 0) return null
  const words = (part: Part): string => valueWords(part, name)
  return (
    <div className="number-rows sum-rows">
      <header>
        <h3>
          {isRun ? 'the whole run' : 'with its sub-agents'} <span className="grow" /> {words(parts.total)}
        </h3>
      </header>
      <ol>
        <Line said="of its own" value={words(parts.own)} />
        {parts.children.map((part) => (
          <li key={part.agent.key}>
            <button
              type="button"
              onClick={() => {
                onJump()
                selectAgent(part.agent.key)
              }}
            >
              <span className="sum-name">
                <PhaseIcon phase={part.agent.phase} size={14} label />
                <bdi className={`cut ${typeClass(part.agent.type ?? part.agent.name)}`}>{agentName(part.agent)}</bdi>
              </span>
              <span className="number-value">{words(part)}</span>
            </button>
          </li>
        ))}
        {parts.others.count > 0 && <Line said={plural(parts.others.count, 'other')} value={words(parts.others)} />}
        {parts.hidden.count > 0 && <Line said={`${formatExact(parts.hidden.count)} hidden`} value={words(parts.hidden)} />}
        {parts.unplaced.count > 0 && (
          <Line said={`${formatExact(parts.unplaced.count)} unplaced`} value={words(parts.unplaced)} />
        )}
      </ol>
    </div>
  )
}

function valueWords({ value, complete }: Part, name: SummedName): string {
  if (value === null || (name === 'cost' && value === 0)) return '–'
  if (name === 'tokens') return formatExact(value)
  return complete ? exactMoney(value) : `≥ ${exactMoney(value)}`
}

function partsAt({ agent, name, isRun }: Omit<SumRowsProps, 'onJump'>, _nowMs: number): SumParts {
  return sumParts(useForest.getState(), agent, name, isRun)
}

function Line({ said, value }: { readonly said: string; readonly value: string }) {
  return (
    <li>
      <span className="f2">{said}</span>
      <span className="number-value">{value}</span>
    </li>
  )
}
