import { memo } from 'react'
import { formatCost } from '../../shared/formatCost'
import { formatCount } from '../../shared/formatCount'
import { formatAge } from '../../shared/formatDuration'
import { loudestPhase } from '../../shared/loudestPhase'
import { isActive } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { RunRow } from '../../shared/views'
import { Count } from '../controls/Count'
import { exactMoney } from '../controls/exactMoney'
import { Foreign } from '../controls/Foreign'
import { foreignLine } from '../controls/foreignLine'
import { PhaseIcon } from '../controls/PhaseIcon'
import { ProviderMark } from '../controls/ProviderMark'
import { Tip } from '../controls/Tip'
import { useStandstill } from '../drive/standstill'
import { useDrive } from '../drive/useDrive'
import { useNow } from '../store/now'
import { useUi } from '../store/ui'
import { costNote } from '../window/costNote'
import { tokenWords } from '../window/tokenWords'
import { agentWords, railWords } from './agentWords'
import { optionId } from './RunsList'
import { runTitle } from './runTitle'
import type { RunsEntry } from './sectionRuns'

interface RunLineProps {
  readonly entry: RunsEntry
  readonly isRail: boolean
  /** Of all lines, the sections counted. */
  readonly place: number
  readonly isAtCursor: boolean
}

export const RunLine = memo(function RunLine({ entry, isRail, place, isAtCursor }: RunLineProps) {
  if (entry.kind === 'run') return <Run row={entry.row} isRail={isRail} isAtCursor={isAtCursor} />
  if (isRail) return place === 0 ? null : <hr className="rail-line" />
  return (
    <div className="sec" role="presentation">
      <bdi className="cut">{entry.label}</bdi>
      <Count value={entry.count} unit={entry.count === 1 ? 'run' : 'runs'} />
    </div>
  )
}, isSameLine)

/** Entries are made anew with every change of the list; their rows are not. */
function isSameLine(before: RunLineProps, after: RunLineProps): boolean {
  if (before.isRail !== after.isRail || before.isAtCursor !== after.isAtCursor) return false
  const [a, b] = [before.entry, after.entry]
  if (a.kind === 'run') return b.kind === 'run' && a.row === b.row
  return b.kind === 'section' && a.id === b.id && a.count === b.count && before.place === after.place
}

function Run({ row, isRail, isAtCursor }: { readonly row: RunRow; readonly isRail: boolean; readonly isAtCursor: boolean }) {
  // What is only starting is shown instead, and is the one that is selected.
  const isAwaiting = useDrive(({ awaited }) => awaited !== null)
  const isSelected = useUi((ui) => ui.run === row.uri) && !isAwaiting
  const { sinceMs } = useStandstill(row.uri)
  const isPaused = sinceMs !== null
  const loudest = loudestPhase(row)
  const phase = shownPhase(loudest, isPaused)
  const old = isActive(loudest) || row.live ? '' : ' old'
  return (
    <div
      className={`run${isSelected ? ' sel' : ''}${isAtCursor ? ' cursor' : ''}${old}`}
      role="option"
      aria-selected={isSelected}
      aria-label={isRail ? [foreignLine(runTitle(row)), ...railWords(row, isPaused)].join(', ') : undefined}
      id={optionId(row.uri, isRail)}
      data-run={row.uri}
      tabIndex={-1}
    >
      {isRail ? (
        <Tip text={<RailTip row={row} isPaused={isPaused} />}>
          <span className="rail-glyph">
            <PhaseIcon phase={phase} />
          </span>
        </Tip>
      ) : (
        <>
          <PhaseIcon phase={phase} label />
          <Foreign text={runTitle(row)} className="n cut" />
          {sinceMs === null ? <Age row={row} /> : <Still sinceMs={sinceMs} />}
          <span className="m">
            <ProviderMark provider={row.provider} />
            <span>{agentWords(row, isPaused)}</span>
            <Spent row={row} />
          </span>
        </>
      )}
    </div>
  )
}

function RailTip({ row, isPaused }: { readonly row: RunRow; readonly isPaused: boolean }) {
  return (
    <>
      <Foreign text={runTitle(row)} className="f1" />
      <div>{railWords(row, isPaused).join(' · ')}</div>
    </>
  )
}

/** Its last record says less than since when nothing can be written. */
function Still({ sinceMs }: { readonly sinceMs: number }) {
  return <span className="age">{useNow(({ nowMs }) => `paused ${formatAge(Math.max(0, nowMs - sinceMs))}`)}</span>
}

function Age({ row }: { readonly row: RunRow }) {
  const { updated } = row
  const text = useNow(({ nowMs }) => {
    const age = updated === null ? null : nowMs - Date.parse(updated)
    return age === null ? '' : age < 60_000 ? 'now' : formatAge(age)
  })
  return <span className="age">{text}</span>
}

/** What it cost; what went through where the price is not known or nothing was paid. */
function Spent({ row }: { readonly row: RunRow }) {
  const { usd } = row.cost
  const tokens = totalTokens(row.usage)
  if (tokens === 0 && !usd) return null
  return (
    <Tip text={usd ? exactMoney(usd, costNote(row.cost)) : tokenWords(row.usage)}>
      <span className="r">{usd ? formatCost(row.cost) : formatCount(tokens)}</span>
    </Tip>
  )
}
