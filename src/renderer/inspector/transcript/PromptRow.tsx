import { agentName } from '../../store/agentName'
import { useAgent } from '../../store/forest'
import { clockTime } from '../clockTime'
import { ItemImages } from '../tool/ItemImages'
import { LongText } from '../tool/LongText'
import { BlockTools } from './BlockTools'
import { useItemNumber } from './holdNumber'
import type { RowProps } from './TranscriptRow'

/** The only filled bubble: what the agent was asked, and by whom. */
export function PromptRow({ run, agent, item }: RowProps) {
  const number = useItemNumber(item.n)
  const self = useAgent(agent)
  const parent = useAgent(self?.parent ?? null)
  const isEmpty = item.text.trim() === ''
  return (
    <div className="it prompt">
      <div className="who">
        <span className="cut">prompt{parent && <bdi> from {agentName(parent)}</bdi>}</span>
        <span className="at">{clockTime(item.at)}</span>
        <BlockTools run={run} agent={agent} item={item} />
      </div>
      {isEmpty ? (
        <p className="f3">an empty prompt</p>
      ) : (
        <LongText
          run={run}
          agent={agent}
          n={number}
          part="text"
          text={item.text}
          total={item.clamped?.text}
          look="prose"
          label="Prompt"
        />
      )}
      {(item.images ?? 0) > 0 && <ItemImages run={run} agent={agent} n={number} count={item.images ?? 0} />}
    </div>
  )
}
