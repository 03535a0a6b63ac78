import { useId } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { itemTitle } from '../../../shared/itemTitle'
import { oneLine } from '../../../shared/neutraliseText'
import type { TranscriptItem } from '../../../shared/views'
import { clockTime } from '../../inspector/clockTime'
import { argumentOf } from '../../inspector/tool/toolLine'
import { useAnswer } from '../../inspector/useAnswer'
import { callEngine } from '../../store/client'
import { useLatest } from '../useLatest'

interface CutChoiceProps {
  readonly run: RunUri
  readonly agent: AgentKey | null
  /** Null: nothing is cut off. */
  readonly at: number | null
  readonly onChange: (at: number | null) => void
}

/** After which item of the transcript it goes on; what comes behind it stays behind. */
export function CutChoice({ run, agent, at, onChange }: CutChoiceProps) {
  const id = useId()
  const end = useAnswer(`${run} ${agent}`, (signal) =>
    callEngine('readTranscript', { run, key: agent, at: { before: null }, limit: 1 }, signal),
  )
  const total = end.kind === 'there' ? end.value.total : 0
  const shown = Math.min(at ?? total - 1, total - 1)
  const item = useLatest(total === 0 ? '' : `${run} ${agent} ${shown}`, () =>
    callEngine('readTranscript', { run, key: agent, at: { from: shown }, limit: 1 }),
  )
  if (total < 2) return null
  const words = shown === total - 1 ? 'its end' : itemWords(item.value?.items[0])
  return (
    <div className="cut-choice">
      <div className="lab">
        <label htmlFor={id}>Cut after</label>
        <span>
          item {shown + 1} of {total}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={total - 1}
        value={shown}
        aria-valuetext={`item ${shown + 1} of ${total}: ${words}`}
        onChange={({ target }) => {
          const next = Number(target.value)
          onChange(next === total - 1 ? null : next)
        }}
      />
      <div className="cut-words t1 f3">
        <span>its first prompt</span>
        <bdi className="cut f2">{shown === total - 1 ? 'nothing is cut off' : `after ${words}`}</bdi>
        <span>now</span>
      </div>
    </div>
  )
}

function itemWords(item: TranscriptItem | undefined): string {
  if (!item) return '…'
  const what = item.tool
    ? `${oneLine(item.tool.name)} ${argumentOf(item.tool)}`
    : `${itemTitle(item)}: ${oneLine(item.text.slice(0, 120))}`
  return `${clockTime(item.at)} ${what}`.trim()
}
