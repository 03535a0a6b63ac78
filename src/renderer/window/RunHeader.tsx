import './RunHeader.css'
import { formatCount, formatExact } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import { loudestPhase } from '../../shared/loudestPhase'
import { phaseWord } from '../../shared/phaseWord'
import { totalTokens } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { Money } from '../controls/Money'
import { PhaseIcon } from '../controls/PhaseIcon'
import { Tip } from '../controls/Tip'
import { projectName } from '../runs/projectName'
import { useNow } from '../store/now'
import { costNote } from './costNote'
import { formatClock } from './formatClock'
import { tokenWords } from './tokenWords'
import { useRow } from './useRow'

/** What run this is, and how it stands as a whole. */
export function RunHeader() {
  const row = useRow()
  if (!row) return <div className="rhead" />
  const phase = loudestPhase(row)
  return (
    <div className="run-head">
      <div className="rhead">
        <Tip text={phaseWord(phase)}>
          <span>
            <PhaseIcon phase={phase} label />
          </span>
        </Tip>
        <h1 className="cut">
          <Foreign text={row.title} />
        </h1>
        <Facts row={row} />
      </div>
    </div>
  )
}

function Facts({ row }: { readonly row: RunRow }) {
  const tokens = totalTokens(row.usage)
  return (
    <div className="facts">
      {row.project !== null && (
        <Tip text={<Foreign text={row.cwd ?? row.project} className="mono" />}>
          <span className="row wide-only">
            <Icon name="reveal" size={12} />
            <bdi className="project cut">{projectName(row.project)}</bdi>
          </span>
        </Tip>
      )}
      <Elapsed row={row} />
      <Tip text={agentsTip(row)}>
        <span className="middle-only">
          <b>{formatCount(row.agents.total)}</b> {row.agents.total === 1 ? 'agent' : 'agents'}
        </span>
      </Tip>
      <Tip text={tokenWords(row.usage)}>
        <span className="wide-only">
          <b>{formatCount(tokens)}</b> tok
        </span>
      </Tip>
      <b>
        <Money usd={row.cost.usd} note={costNote(row.cost)} />
      </b>
    </div>
  )
}

function agentsTip({ agents }: RunRow): string {
  const parts = [`${formatExact(agents.total)} in all`]
  if (agents.running > 0) parts.push(`${formatExact(agents.running)} running`)
  if (agents.waiting > 0) parts.push(`${formatExact(agents.waiting)} waiting`)
  if (agents.failed > 0) parts.push(`${formatExact(agents.failed)} failed`)
  return parts.join(' · ')
}

function Elapsed({ row }: { readonly row: RunRow }) {
  const end = row.live ? null : (row.ended ?? row.updated)
  const text = useNow(({ nowMs }) =>
    row.started === null ? null : formatDuration((end === null ? nowMs : Date.parse(end)) - Date.parse(row.started)),
  )
  if (row.started === null || text === null) return null
  return (
    <Tip text={`${formatClock(row.started)} – ${end === null ? 'now' : formatClock(end)}`}>
      <span className="row">
        <Icon name="clock" size={12} />
        {row.live ? `live ${text}` : text}
      </span>
    </Tip>
  )
}
