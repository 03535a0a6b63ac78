import { useState } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { neutraliseText } from '../../../shared/neutraliseText'
import { PlainText } from '../../inspector/tool/PlainText'
import { useAnswer } from '../../inspector/useAnswer'
import { callEngine } from '../../store/client'
import { wholeText } from '../wholeText'

interface ContextTextProps {
  readonly run: RunUri
  readonly agent: AgentKey | null
  readonly at: number | null
}

/** The same conversation as a text, to be read before it is sent. */
export function ContextText({ run, agent, at }: ContextTextProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="more-choices" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show the text</summary>
      {isOpen && <Text run={run} agent={agent} at={at} />}
    </details>
  )
}

function Text({ run, agent, at }: ContextTextProps) {
  const answer = useAnswer(`${run} ${agent} ${at}`, (signal) => readWhole({ run, agent, at }, signal))
  if (answer.kind === 'asking') return <p className="f3">Reading …</p>
  if (answer.kind === 'failed') return <p className="st-failed">{neutraliseText(answer.fault.message)}</p>
  return (
    <div className="code context-text">
      <PlainText text={answer.value} label="What was said" />
    </div>
  )
}

async function readWhole({ run, agent, at }: ContextTextProps, signal: AbortSignal): Promise<string> {
  return wholeText((from) => callEngine('readContext', { run, key: agent, at, from }, signal))
}
