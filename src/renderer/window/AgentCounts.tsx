import { formatExact } from '../../shared/formatCount'
import { phaseWord } from '../../shared/phaseWord'
import { Foreign } from '../controls/Foreign'
import { PhaseIcon } from '../controls/PhaseIcon'
import { treeStandstill } from '../drive/standstill'
import { useForest } from '../store/forest'
import { useNow } from '../store/now'
import { useTypeClass } from '../store/useTypeClass'
import { type AgentCounts as Counts, countAgents } from './countAgents'

/** What the number of agents is made of. */
export function AgentCounts() {
  // The maps are changed in place: once a second is often enough to look again.
  const nowMs = useNow((clock) => clock.nowMs)
  const typeClass = useTypeClass()
  const { direct, total, unplaced, hidden, phases, types, otherTypes } = countsAt(nowMs)
  return (
    <div className="popover-body agent-counts">
      <h3>
        {formatExact(total)} {total === 1 ? 'agent' : 'agents'}
      </h3>
      <p>{formatExact(direct)} called by the root itself</p>
      {(unplaced > 0 || hidden > 0) && (
        <p>
          beside them{' '}
          {[unplaced > 0 && `${formatExact(unplaced)} unplaced`, hidden > 0 && `${formatExact(hidden)} hidden`]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <ul aria-label="By phase">
        {phases.map(([phase, count]) => (
          <li key={phase}>
            <PhaseIcon phase={phase} size={14} />
            <span>{phaseWord(phase)}</span>
            <b>{formatExact(count)}</b>
          </li>
        ))}
      </ul>
      <ul aria-label="By type">
        {types.map(([type, count]) => (
          <li key={type}>
            <Foreign text={type} className={`cut ${typeClass(type)}`} />
            <b>{formatExact(count)}</b>
          </li>
        ))}
        {otherTypes > 0 && <li className="f3">{formatExact(otherTypes)} more types</li>}
      </ul>
    </div>
  )
}

function countsAt(_nowMs: number): Counts {
  return countAgents(useForest.getState(), treeStandstill().sinceMs !== null)
}
