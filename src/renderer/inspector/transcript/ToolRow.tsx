import { useMemo } from 'react'
import { formatDuration } from '../../../shared/formatDuration'
import { oneLine } from '../../../shared/neutraliseText'
import type { TranscriptItem } from '../../../shared/views'
import { useAgent } from '../../store/forest'
import { useNow } from '../../store/now'
import { ToolBody } from '../tool/ToolBody'
import { toolIcon } from '../tool/toolKind'
import { argumentOf, outcomeOf, type Tool } from '../tool/toolLine'
import { LineButton } from './LineButton'
import { SpawnCard } from './SpawnCard'
import type { RowProps } from './TranscriptRow'
import { useIsOpen } from './useTranscript'

export function ToolRow({ run, agent, item }: RowProps) {
  const child = useAgent(item.tool?.agent ?? null)
  const isOpen = useIsOpen(item.n)
  const { tool } = item
  if (!tool) return null
  return (
    <>
      {child ? (
        <SpawnCard run={run} agent={agent} item={item} child={child} />
      ) : (
        <ToolLine run={run} agent={agent} item={item} tool={tool} />
      )}
      {isOpen && <ToolBody run={run} agent={agent} item={item} tool={tool} />}
    </>
  )
}

function ToolLine({ run, agent, item, tool }: RowProps & { readonly tool: Tool }) {
  const argument = useMemo(() => argumentOf(tool), [tool])
  const outcome = useMemo(() => outcomeOf(tool, item.clamped?.output), [tool, item.clamped?.output])
  const isRunning = tool.status === 'running'
  return (
    <LineButton
      run={run}
      agent={agent}
      item={item}
      icon={toolIcon(tool.name)}
      name={oneLine(tool.name.slice(0, 80)) || 'unnamed tool'}
      argument={argument}
      outcome={isRunning ? <Ticking item={item} /> : outcome}
      tone={isRunning ? 'now' : tool.status === 'error' ? 'err' : 'plain'}
    />
  )
}

function Ticking({ item }: { readonly item: TranscriptItem }) {
  const nowMs = useNow((clock) => clock.nowMs)
  const sinceMs = item.at === null ? Number.NaN : Date.parse(item.at)
  return Number.isNaN(sinceMs) ? 'running' : formatDuration(Math.max(0, nowMs - sinceMs))
}
