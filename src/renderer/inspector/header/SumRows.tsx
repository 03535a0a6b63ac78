import { formatExact } from '../../../shared/formatCount'
import type { AgentKey } from '../../../shared/ids'
import { exactMoney } from '../../controls/exactMoney'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { agentName } from '../../store/agentName'
import { useForest } from '../../store/forest'
import { useNow } from '../../store/now'
import { selectAgent } from '../../store/select'
import { typeClass } from '../../theme/typeClass'
import { plural } from '../tool/plural'
import { type SummedName, type SumParts, sumParts } from './sumParts'

interface SumRowsProps {
  readonly agent: AgentKey
  readonly name: SummedName
  readonly isRun: boolean
  readonly onJump: () => void
}

/** What an agent's number is made of where its sub-agents are in it; each child leads to itself. */
export function SumRows({ agent, name, isRun, onJump }: SumRowsProps) {
  // The maps are changed in place: once a second is often enough to look again.
  const nowMs = useNow((clock) => clock.nowMs)
  const parts = partsAt({ agent, name, isRun }, nowMs)
  if (parts.children.length === 0 && parts.hidden.count === 0 && parts.unplaced.count === 0) return null
  const words = (value: number | null): string => valueWords(value, name)
  return (
    <div className="number-rows sum-rows">
      <header>
        <h3>
          {isRun ? 'the whole run' : 'with its sub-agents'} <span className="grow" /> {words(parts.total)}
        </h3>
      </header>
      <ol>
        <Part said="of its own" value={words(parts.own)} />
        {parts.children.map(({ agent: child, value }) => (
          <li key={child.key}>
            <button
              type="button"
              onClick={() => {
                onJump()
                selectAgent(child.key)
              }}
            >
              <span className="sum-name">
                <PhaseIcon phase={child.phase} size={14} label />
                <bdi className={`cut ${typeClass(child.type ?? child.name)}`}>{agentName(child)}</bdi>
              </span>
              <span className="number-value">{words(value)}</span>
            </button>
          </li>
        ))}
        {parts.others.count > 0 && <Part said={plural(parts.others.count, 'other')} value={words(parts.others.value)} />}
        {parts.hidden.count > 0 && <Part said={`${formatExact(parts.hidden.count)} hidden`} value={words(parts.hidden.value)} />}
        {parts.unplaced.count > 0 && (
          <Part said={`${formatExact(parts.unplaced.count)} unplaced`} value={words(parts.unplaced.value)} />
        )}
      </ol>
    </div>
  )
}

function valueWords(value: number | null, name: SummedName): string {
  if (value === null || (name === 'cost' && value === 0)) return '–'
  return name === 'cost' ? exactMoney(value) : formatExact(value)
}

function partsAt({ agent, name, isRun }: Omit<SumRowsProps, 'onJump'>, _nowMs: number): SumParts {
  return sumParts(useForest.getState(), agent, name, isRun)
}

function Part({ said, value }: { readonly said: string; readonly value: string }) {
  return (
    <li>
      <span className="f2">{said}</span>
      <span className="number-value">{value}</span>
    </li>
  )
}
