import { phaseWord } from '../../../shared/phaseWord'
import type { AgentView, StatusSource } from '../../../shared/views'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { Tip } from '../../controls/Tip'
import { clockTime, dayAndTime } from '../clockTime'

/** What it is, since when, and who says so. */
export function StatusLine({ agent }: { readonly agent: AgentView }) {
  const { phase, waitingFor } = agent
  const since = sinceOf(agent)
  return (
    <>
      <div className="why">
        <Icon name={`st-${phase}`} size={14} className={`st-${phase}`} />
        <span className={`st-${phase}`}>
          {phaseWord(phase)}
          {waitingFor !== null && `: ${waitingFor}`}
        </span>
        {since !== null && (
          <Tip text={dayAndTime(since)}>
            <span>since {clockTime(since)}</span>
          </Tip>
        )}
        <Tip text={sourceTexts[agent.status_source]}>
          <span className="cut">· {sourceWords[agent.status_source]}</span>
        </Tip>
        {agent.background && <span>· background</span>}
      </div>
      {agent.error !== null && (
        <p className="why-error" title={agent.error.slice(0, 2000)}>
          <Foreign text={agent.error} />
        </p>
      )}
    </>
  )
}

function sinceOf({ phase, started, updated, ended }: AgentView): string | null {
  if (phase === 'running' || phase === 'starting') return started
  return phase === 'waiting' ? updated : (ended ?? updated)
}

const sourceWords: Readonly<Record<StatusSource, string>> = {
  protocol: 'told by the tool itself',
  parent_rollout: 'transcript of its parent',
  child_rollout: 'its own transcript',
  inferred: 'inferred',
}

const sourceTexts: Readonly<Record<StatusSource, string>> = {
  protocol: 'The tool that runs it said so.',
  parent_rollout: 'The transcript of the agent that called it says so.',
  child_rollout: 'Its own transcript says so.',
  inferred: 'Nothing says it outright: reckoned from its process and from what was written last.',
}
