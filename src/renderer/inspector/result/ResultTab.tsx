import './ResultTab.css'
import type { ReactNode } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { toolOutputText } from '../../../shared/toolOutputText'
import type { PartName } from '../../../shared/transcriptParts'
import type { TranscriptItem } from '../../../shared/views'
import { agentName } from '../../store/agentName'
import { useAgent } from '../../store/forest'
import { CopyIcon } from '../CopyIcon'
import { Said } from '../Said'
import { showItem } from '../showItem'
import { ItemImages } from '../tool/ItemImages'
import { LongText } from '../tool/LongText'
import { readWholeText } from '../transcript/readText'
import { useAnswer } from '../useAnswer'
import { findCall, firstPrompt, lastWords } from './findCall'
import { Measured } from './Measured'

interface ResultTabProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

/** What the agent was asked, what it said last, and what its parent got. */
export function ResultTab({ run, agent }: ResultTabProps) {
  const view = useAgent(agent)
  const parent = useAgent(view?.parent ?? null)
  const moment = `${view?.messages} ${view?.updated} ${view?.phase}`
  const prompt = useAnswer(`${run} ${agent} ${view?.source?.path}`, (signal) => firstPrompt({ run, key: agent }, signal))
  const words = useAnswer(`${run} ${agent} ${moment}`, (signal) => lastWords({ run, key: agent }, signal))
  const call = useAnswer(view && parent ? `${run} ${agent} ${parent.key} ${parent.tools} ${view.phase}` : '', (signal) =>
    view ? findCall({ run, agent: view }, signal) : Promise.resolve(null),
  )
  if (!view) return null
  const said = prompt.kind === 'there' ? prompt.value : null
  const last = words.kind === 'there' ? words.value : null
  const answer = call.kind === 'there' ? call.value : null
  const output = toolOutputText(answer?.tool?.output ?? null)
  return (
    <div className="insp-body result-tab">
      <Part title="Prompt" run={run} agent={agent} item={said} part="text" text={said?.text ?? view.prompt ?? ''} isOwn />
      <Part title="Result" run={run} agent={agent} item={last} part="text" text={last?.text ?? ''} isOwn />
      {parent && (
        <Part
          title={`What ${agentName(parent)} received`}
          run={run}
          agent={parent.key}
          item={answer}
          part="output"
          text={output}
          note={last && output.trim() !== '' && output.trim() === last.text.trim() ? 'the same as the result' : undefined}
        />
      )}
      <Measured agent={view} output={output} />
      {prompt.kind === 'failed' && view.source !== null && (
        <Said title="The transcript cannot be read" text={prompt.fault.message} />
      )}
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly run: RunUri
  readonly agent: AgentKey
  readonly item: TranscriptItem | null
  readonly part: Exclude<PartName, 'record' | 'input' | 'raw'>
  readonly text: string
  readonly note?: string | undefined
  /** It lies in the transcript of the agent that is shown. */
  readonly isOwn?: boolean
}

function Part({ title, run, agent, item, part, text, note, isOwn = false }: PartProps): ReactNode {
  const total = item?.clamped?.[part]
  const copy = (): Promise<string> =>
    item && total !== undefined ? readWholeText({ run, key: agent, n: item.n, part }) : Promise.resolve(text)
  return (
    <section className="result-part" aria-label={title}>
      <h3>
        <bdi>{title}</bdi>
        {note !== undefined && <span className="f3"> · {note}</span>}
        <span className="grow" />
        {item && isOwn && (
          <button type="button" className="acc result-show" onClick={() => showItem(item.n)}>
            in the transcript
          </button>
        )}
        {text !== '' && <CopyIcon text={copy} what={title.toLowerCase()} isShown />}
      </h3>
      {text.trim() === '' ? (
        <p className="f3">nothing recorded yet</p>
      ) : (
        <div className="result-text">
          <LongText run={run} agent={agent} n={item?.n ?? 0} part={part} text={text} total={total} look="prose" label={title} />
          {isOwn && item && (item.images ?? 0) > 0 && <ItemImages run={run} agent={agent} n={item.n} count={item.images ?? 0} />}
        </div>
      )}
    </section>
  )
}
