import './RunHeader.css'
import { useMemo } from 'react'
import { pausedWithin } from '../../shared/drive/pause'
import { formatCount, formatExact } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import { isBlank } from '../../shared/isBlank'
import { loudestPhase } from '../../shared/loudestPhase'
import { phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import { wholeRun } from '../../shared/wholeRun'
import { exactMoney } from '../controls/exactMoney'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { PhaseIcon } from '../controls/PhaseIcon'
import { spentWords } from '../controls/spentWords'
import { Tip } from '../controls/Tip'
import { OriginLinks } from '../drive/origin/OriginLinks'
import { type Standstill, useTreeStandstill } from '../drive/standstill'
import { projectName } from '../runs/projectName'
import { runTitle } from '../runs/runTitle'
import { useForest } from '../store/forest'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import { costNote } from './costNote'
import { formatClock } from './formatClock'
import { RunNumber } from './RunNumber'
import { tokenWords } from './tokenWords'
import { useRow } from './useRow'

/** What run this is, and how it stands as a whole. */
export function RunHeader() {
  const own = useRow()
  const row = useMemo(() => own && wholeRun(own), [own])
  const { sinceMs } = useTreeStandstill()
  if (!row) return <div className="rhead" />
  const phase = shownPhase(loudestPhase(row), sinceMs !== null)
  return (
    <div className="run-head">
      <div className="rhead">
        <Tip text={phaseWord(phase)}>
          <span>
            <PhaseIcon phase={phase} label />
          </span>
        </Tip>
        <h1 className="cut">
          <Foreign text={runTitle(row)} />
        </h1>
        <Facts row={row} />
      </div>
    </div>
  )
}

function Facts({ row }: { readonly row: RunRow }) {
  const { agents, usage, cost } = row
  const still = useTreeStandstill()
  return (
    <div className="facts">
      <Place row={row} />
      <Branch row={row} />
      <Elapsed row={row} still={still} />
      <RunNumber name="agents" tip={agentsTip(agents, still.sinceMs !== null)} className="middle-only">
        <AgentWords total={agents.total} />
      </RunNumber>
      <OriginLinks row={row} />
      <Unplaced />
      <Tokens usage={usage} />
      <RunNumber name="cost" tip={exactMoney(cost.usd, costNote(cost))}>
        <b>{spentWords(cost)}</b>
      </RunNumber>
    </div>
  )
}

/** Where it runs. */
function Place({ row: { project, cwd } }: { readonly row: RunRow }) {
  return (
    project !== null && (
      <Tip text={<Foreign text={cwd ?? project} className="mono" />}>
        <span className="row wide-only">
          <Icon name="reveal" size={12} />
          <bdi className="project cut">{projectName(project)}</bdi>
        </span>
      </Tip>
    )
  )
}

function Branch({ row: { branch } }: { readonly row: RunRow }) {
  if (branch === undefined || branch === null || isBlank(branch)) return null
  return (
    <Tip text={<Foreign text={branch} className="mono" />}>
      <span className="row wide-only">
        <Icon name="branch" size={12} />
        <Foreign text={branch} className="project cut" />
      </span>
    </Tip>
  )
}

function AgentWords({ total }: { readonly total: number }) {
  if (total === 0) return 'no agents'
  return (
    <>
      <b>{formatCount(total)}</b> {total === 1 ? 'agent' : 'agents'}
    </>
  )
}

/** Who is not in the tree must not be forgotten. */
function Unplaced() {
  const count = useForest((forest) => forest.unplaced.length)
  if (count === 0) return null
  return (
    <Tip text="They belong to the run, but nothing recorded says who called them.">
      <button
        type="button"
        className="run-number unplaced"
        aria-haspopup="dialog"
        onClick={() => useUi.setState({ overlay: 'unplaced' })}
      >
        {formatCount(count)} unplaced
      </button>
    </Tip>
  )
}

function Tokens({ usage }: Pick<RunRow, 'usage'>) {
  const unplaced = useForest((forest) => forest.unplaced.length)
  const tip = unplaced > 0 ? `${tokenWords(usage)} · the ${formatExact(unplaced)} unplaced are in it` : tokenWords(usage)
  return (
    <RunNumber name="tokens" tip={tip} className="wide-only">
      <b>{formatCount(totalTokens(usage))}</b> tok
    </RunNumber>
  )
}

function agentsTip(agents: RunRow['agents'], isPaused: boolean): string {
  const parts = [`${formatExact(agents.total)} in all`]
  if (agents.running > 0) parts.push(`${formatExact(agents.running)} ${isPaused ? 'paused' : 'running'}`)
  if (agents.waiting > 0) parts.push(`${formatExact(agents.waiting)} waiting`)
  if (agents.failed > 0) parts.push(`${formatExact(agents.failed)} failed`)
  return parts.join(' · ')
}

function Elapsed({ row, still }: { readonly row: RunRow; readonly still: Standstill }) {
  const { started, live } = row
  const end = live ? null : (row.ended ?? row.updated)
  const text = useNow(({ nowMs }) => {
    if (started === null) return null
    const [from, to] = [Date.parse(started), end === null ? nowMs : Date.parse(end)]
    return formatDuration(to - from - pausedWithin(still.pauses, from, to))
  })
  if (started === null || text === null) return null
  const how = still.sinceMs === null ? 'live' : 'paused after'
  return (
    <RunNumber name="elapsed" tip={`${formatClock(started)} – ${end === null ? 'now' : formatClock(end)}`}>
      <Icon name="clock" size={12} />
      {live ? `${how} ${text}` : text}
    </RunNumber>
  )
}
