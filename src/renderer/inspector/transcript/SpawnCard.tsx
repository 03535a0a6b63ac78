import type { MouseEvent } from 'react'
import { formatCount } from '../../../shared/formatCount'
import { formatMoney } from '../../../shared/formatMoney'
import { oneLine } from '../../../shared/neutraliseText'
import { isActive, phaseWord } from '../../../shared/phaseWord'
import { shownPhase } from '../../../shared/shownPhase'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { elapsedWords } from '../../canvas/phaseWords'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { openMenu } from '../../controls/Menu'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { useTreeStandstill } from '../../drive/standstill'
import { agentName } from '../../store/agentName'
import { useNow } from '../../store/now'
import { selectAgent } from '../../store/select'
import { useTypeClass } from '../../store/useTypeClass'
import { inOrder } from '../inOrder'
import { plural } from '../tool/plural'
import { itemActions } from './itemActions'
import { pressRow } from './listNow'
import type { RowProps } from './TranscriptRow'
import { useIsOpen } from './useTranscript'

/** A call that started an agent: two lines that lead to it. */
export function SpawnCard({ run, agent, item, child }: RowProps & { readonly child: AgentView }) {
  const isOpen = useIsOpen(item.n)
  const isPaused = useTreeStandstill().sinceMs !== null
  const typeClass = useTypeClass()
  const showMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault()
    openMenu({
      at: { x: event.clientX, y: event.clientY },
      label: 'Call',
      items: [
        {
          kind: 'action',
          id: 'show-call',
          label: isOpen ? 'Fold the call' : 'Show the call',
          icon: 'transcript',
          run: () => pressRow(item.n),
        },
        ...itemActions.menuOf({ run, agent, item }),
      ],
    })
  }
  return (
    <div className="spawn-holder">
      <button type="button" tabIndex={-1} className="spawn" onClick={() => selectAgent(child.key)} onContextMenu={showMenu}>
        <PhaseIcon phase={shownPhase(child.phase, isPaused)} label />
        <span className="cut">
          <bdi className={`b ${typeClass(child.type ?? child.name)}`}>{agentName(child)}</bdi>{' '}
          <Foreign className="f2" text={child.description ?? child.prompt ?? ''} />
        </span>
        <span className="acc row">
          open <Icon name="arrow" size={12} />
        </span>
        <span className="sub cut">
          <SpawnFacts child={child} />
        </span>
      </button>
      <button
        type="button"
        className="spawn-fold ib"
        aria-label="Show the call"
        aria-expanded={isOpen}
        onClick={() => pressRow(item.n)}
      >
        <Icon name={isOpen ? 'chev-up' : 'chev-down'} size={12} />
      </button>
    </div>
  )
}

function SpawnFacts({ child }: { readonly child: AgentView }) {
  const facts = [
    <PhaseFor child={child} key="phase" />,
    child.phase === 'failed' && child.error ? oneLine(child.error.slice(0, 80)) : null,
    child.tools > 0 ? plural(child.tools, 'tool') : null,
    totalTokens(child.usage.own) > 0 ? formatCount(totalTokens(child.usage.own)) : null,
    child.cost.own ? formatMoney(child.cost.own) : null,
  ].filter((fact) => fact !== null)
  return inOrder(facts).map(({ place, value: fact }) => (
    <span key={place}>
      {place !== '0' && ' · '}
      {fact}
    </span>
  ))
}

function PhaseFor({ child }: { readonly child: AgentView }) {
  const still = useTreeStandstill()
  const time = useNow(({ nowMs }) => elapsedWords(child, nowMs, still))
  const shown = shownPhase(child.phase, still.sinceMs !== null)
  const word = phaseWord(shown)
  if (time === '') return word
  return isActive(child.phase) && shown !== 'paused' ? `${word} ${time}` : `${word} after ${time}`
}
