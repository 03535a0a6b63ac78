import { memo } from 'react'
import { AgentKey } from '../../shared/ids'
import { isGuestRoot } from '../../shared/isGuestRoot'
import { isActive, type PhaseGroup, phaseGroup, phaseWord } from '../../shared/phaseWord'
import { type ShownPhase, shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { PhaseIcon } from '../controls/PhaseIcon'
import { ProviderMark } from '../controls/ProviderMark'
import { type Standstill, useTreeStandstill } from '../drive/standstill'
import { useAgent } from '../store/forest'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import { typeClass } from '../theme/typeClass'
import { openAgentMenu } from './openAgentMenu'
import { activityLine, contextFill, elapsedWords, metaWords, phaseWords } from './phaseWords'
import { usePointed } from './pointed'
import { nameOf } from './scene'
import { useScene } from './useScene'

interface AgentNodeProps {
  readonly id: string
}

/** The card of one agent. React Flow says only which. */
export const AgentNode = memo(function AgentNode({ id }: AgentNodeProps) {
  const key = AgentKey.parse(id)
  // While a run is told anew, what was known of it stays.
  const agent = useAgent(key) ?? useScene.getState().scene?.agents.get(key)
  const dress = useDress(key)
  const still = useTreeStandstill()
  if (!agent) return null
  const shown = shownPhase(agent.phase, still.sinceMs !== null)
  const group = phaseGroup(shown)
  return (
    <div className={`node ${dressOf[group]}${agent.phase === 'unknown' ? ' ghost' : ''}${dress}`} data-agent={id}>
      <Head agent={agent} agentKey={key} shown={shown} still={still} />
      <Description agent={agent} agentKey={key} />
      <Activity agent={agent} />
      <Meta agent={agent} still={still} />
      <More agentKey={key} />
      <div className="g">
        <i style={{ width: `${(contextFill(agent) ?? 0) * 100}%` }} />
      </div>
    </div>
  )
})

const dressOf: Readonly<Record<PhaseGroup, string>> = {
  live: 'live',
  need: 'need-you',
  fail: 'bad',
  done: 'done',
  cut: 'done',
  lost: 'done',
}

function useDress(key: AgentKey): string {
  const isSelected = useUi((ui) => ui.selected === key)
  const isHovered = usePointed((pointed) => pointed.hovered === key)
  const isTarget = usePointed((pointed) => pointed.target === key)
  const isFocused = usePointed((pointed) => pointed.isFocusSeen) && isSelected
  const isDimmed = useScene(({ scene }) => {
    const i = scene?.dimmed ? scene.layout.shape.indexOf.get(key) : undefined
    return i !== undefined && scene?.dimmed?.[i] === 1
  })
  const isFresh = useScene(({ scene, slide }) => {
    const i = slide ? scene?.layout.shape.indexOf.get(key) : undefined
    return i !== undefined && slide?.fresh[i] === 1
  })
  return `${isFresh ? ' fresh' : ''}${isSelected ? ' sel' : ''}${isFocused ? ' focus' : ''}${isHovered ? ' hover' : ''}${isTarget ? ' target' : ''}${isDimmed ? ' dimmed' : ''}`
}

interface PartProps {
  readonly agent: AgentView
}

interface NamedPartProps extends PartProps {
  readonly agentKey: AgentKey
}

interface HeadProps extends NamedPartProps {
  readonly shown: ShownPhase
  readonly still: Standstill
}

function Head({ agent, agentKey, shown, still }: HeadProps) {
  const hue = useScene(({ scene }) => {
    const i = scene?.layout.shape.indexOf.get(agentKey)
    return i === undefined ? 0 : (scene?.hue[i] ?? 0)
  })
  const { name, number } = nameOf(agent)
  const type = typeClass(hue)
  return (
    <div className="h">
      <PhaseIcon phase={shown} />
      {agent.provider !== undefined && isGuestRoot(agent) && <ProviderMark provider={agent.provider} />}
      <Foreign text={name} className={`name ${type} cut`} />
      {number !== '' && <span className={`name no ${type}`}>{number}</span>}
      <span className={`w ${shown}`}>
        {shown === agent.phase && shown !== 'waiting' ? phaseWord(shown) : <Lasting agent={agent} still={still} />}
      </span>
    </div>
  )
}

/** Over the end of the line that may be cut. */
function More({ agentKey }: { readonly agentKey: AgentKey }) {
  return (
    <button
      type="button"
      className="node-more"
      tabIndex={-1}
      aria-label="Actions"
      onClick={(event) => openAgentMenu(agentKey, event.currentTarget)}
    >
      <Icon name="more" size={14} />
    </button>
  )
}

interface TimedProps extends PartProps {
  readonly still: Standstill
}

function Lasting({ agent, still }: TimedProps) {
  return useNow(({ nowMs }) => phaseWords(agent, nowMs, still))
}

function Description({ agent, agentKey }: NamedPartProps) {
  const title = useScene(({ scene }) => (scene?.layout.shape.keys[0] === agentKey ? scene.title : ''))
  return (
    <div className="d">
      <Foreign text={agent.description ?? (title === '' ? (agent.prompt ?? '') : title)} />
    </div>
  )
}

function Activity({ agent }: PartProps) {
  const { strong, rest } = activityLine(agent)
  return (
    <div className="a">
      <bdi>
        {strong !== '' && <b>{strong}</b>}
        {rest}
      </bdi>
    </div>
  )
}

function Meta({ agent, still }: TimedProps) {
  const { first, tools, tokens, cost } = metaWords(agent)
  return (
    <div className="m">
      <Foreign text={first} />
      {isActive(agent.phase) ? (
        <Ticking agent={agent} still={still} />
      ) : (
        <span className="f2">{elapsedWords(agent, 0, still)}</span>
      )}
      {tools !== '' && (
        <span className="k">
          <Icon name="k-bash" size={12} />
          {tools}
        </span>
      )}
      {tokens !== '' && <span>{tokens}</span>}
      {cost !== '' && <span>{cost}</span>}
    </div>
  )
}

function Ticking({ agent, still }: TimedProps) {
  return <span className="f2">{useNow(({ nowMs }) => elapsedWords(agent, nowMs, still))}</span>
}
