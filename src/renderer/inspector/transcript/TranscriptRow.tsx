import './TranscriptRow.css'
import { memo } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptItem } from '../../../shared/views'
import { CompactionRow } from './CompactionRow'
import { ErrorRow } from './ErrorRow'
import { FoldedRow } from './FoldedRow'
import { PromptRow } from './PromptRow'
import { TextRow } from './TextRow'
import { ToolRow } from './ToolRow'
import { useItem, useWriting } from './useTranscript'
import { WritingRow } from './WritingRow'

export interface RowProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly item: TranscriptItem
}

interface TranscriptRowProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly n: number
}

export const TranscriptRow = memo(function TranscriptRow({ run, agent, n }: TranscriptRowProps) {
  const item = useItem(n)
  const writing = useWriting(n)
  if (writing) return <WritingRow n={n} writing={writing} />
  if (!item) return <div className="it line quiet">item {n + 1} …</div>
  return <ItemRow run={run} agent={agent} item={item} />
})

function ItemRow({ run, agent, item }: RowProps) {
  switch (item.kind) {
    case 'prompt':
      return <PromptRow run={run} agent={agent} item={item} />
    case 'text':
      return <TextRow run={run} agent={agent} item={item} />
    case 'thinking':
    case 'notice':
      return <FoldedRow run={run} agent={agent} item={item} />
    case 'tool':
      return <ToolRow run={run} agent={agent} item={item} />
    case 'compaction':
      return <CompactionRow run={run} agent={agent} item={item} />
    case 'error':
      return <ErrorRow run={run} agent={agent} item={item} />
    default:
      return item.kind satisfies never
  }
}
