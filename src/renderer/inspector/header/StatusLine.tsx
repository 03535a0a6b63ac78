import { activityText } from '../../../shared/activityText'
import { isActive, phaseGroup, phaseWord } from '../../../shared/phaseWord'
import { shownPhase } from '../../../shared/shownPhase'
import type { AgentView, Phase, StatusSource } from '../../../shared/views'
import { Foreign } from '../../controls/Foreign'
import { PhaseIcon } from '../../controls/PhaseIcon'
import { Tip } from '../../controls/Tip'
import { type Standstill, useTreeStandstill } from '../../drive/standstill'
import { agentName } from '../../store/agentName'
import { useAgent } from '../../store/forest'
import { clockTime, dayAndTime } from '../clockTime'

/** What it is, since when, and who says so. */
export function StatusLine({ agent }: { readonly agent: AgentView }) {
  const { phase, waitingFor, status_source: source } = agent
  const parent = useAgent(agent.parent)
  const still = useTreeStandstill()
  const shown = shownPhase(phase, still.sinceMs !== null)
  const moment = momentOf(agent, still)
  return (
    <>
      <div className="why">
        <PhaseIcon phase={shown} size={14} />
        <span className={`st-${shown}`}>
          {phaseWord(shown)}
          {waitingFor !== null && `: ${waitingFor}`}
        </span>
        {moment.at !== null && (
          <Tip text={dayAndTime(moment.at)}>
            <span>
              {moment.word} {clockTime(moment.at)}
            </span>
          </Tip>
        )}
        <Source
          {...(shown === 'paused'
            ? pausedHere
            : { text: sourceTexts[source], word: sourceWord(source, phase, parent ? agentName(parent) : null) })}
        />
        {agent.background && <span>· background</span>}
      </div>
      <Asking agent={agent} />
      {agent.error !== null && (
        <p className="why-error" title={agent.error.slice(0, 2000)}>
          <Foreign text={agent.error} />
        </p>
      )}
    </>
  )
}

/** What it waits for, or why and when it tries again. */
function Asking({ agent }: { readonly agent: AgentView }) {
  const text = activityText(agent)
  if ((agent.phase !== 'waiting' && agent.retryAt === undefined) || text === '') return null
  return (
    <p className={agent.phase === 'waiting' ? 'why-asks st-waiting' : 'why-asks'} title={text.slice(0, 2000)}>
      <Foreign text={text} />
    </p>
  )
}

/** What lasts is so since a moment, what is over was so at one. */
function momentOf(
  { phase, started, updated, ended }: AgentView,
  { sinceMs }: Standstill,
): { readonly word: 'since' | 'at'; readonly at: string | null } {
  if (sinceMs !== null && shownPhase(phase, true) === 'paused') return { word: 'since', at: new Date(sinceMs).toISOString() }
  const group = phaseGroup(phase)
  switch (group) {
    case 'live':
      return { word: 'since', at: started }
    case 'need':
      return { word: 'since', at: updated }
    case 'done':
    case 'fail':
    case 'cut':
      return { word: 'at', at: ended ?? updated }
    case 'lost':
      return { word: 'since', at: ended ?? updated }
    default:
      return group satisfies never
  }
}

function Source({ word, text }: { readonly word: string; readonly text: string }) {
  return (
    <Tip text={text}>
      <span className="cut">
        · <bdi>{word}</bdi>
      </span>
    </Tip>
  )
}

const pausedHere = {
  word: 'from here',
  text: 'Its session was paused from Understory: nothing is lost, and it goes on where it was.',
}

/** Where it is known from. */
function sourceWord(source: StatusSource, phase: Phase, parent: string | null): string {
  switch (source) {
    case 'protocol':
      return isActive(phase) ? 'process' : 'the tool'
    case 'parent_rollout':
      return parent === null ? 'transcript of its parent' : `transcript of ${parent}`
    case 'child_rollout':
      return 'transcript'
    case 'inferred':
      return 'inferred'
    default:
      return source satisfies never
  }
}

const sourceTexts: Readonly<Record<StatusSource, string>> = {
  protocol: 'The tool that runs it says so itself, in its process or its records.',
  parent_rollout: 'The transcript of the agent that called it says so.',
  child_rollout: 'Its own transcript says so.',
  inferred: 'Nothing says it outright: reckoned from its process and from what was written last.',
}
