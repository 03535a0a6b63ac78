import { inOrder } from '../inOrder'
import './NumberRows.css'
import { formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { NumberName, NumberSources } from '../../../shared/transcriptParts'
import { exactMoney } from '../../controls/exactMoney'
import { Foreign } from '../../controls/Foreign'
import { callEngine } from '../../store/client'
import { useIsAway } from '../../store/silence'
import { clockTime } from '../clockTime'
import { showItem } from '../showItem'
import { useAnswer } from '../useAnswer'

interface NumberRowsProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly name: NumberName
  readonly title: string
  readonly onJump: () => void
}

/** The records a number is made of, each with its place on disk and the way to it in the transcript. */
export function NumberRows({ run, agent, name, title, onJump }: NumberRowsProps) {
  const isAway = useIsAway()
  const answer = useAnswer(`${run} ${agent} ${name}`, (signal) => callEngine('explainNumber', { run, key: agent, name }, signal))
  if (answer.kind === 'asking') return <p className="popover-body">{isAway ? 'Waiting for the connection' : 'reading …'}</p>
  if (answer.kind === 'failed') {
    return (
      <p className="popover-body">
        <Foreign text={answer.fault.message} />
      </p>
    )
  }
  const { rows, sum, total, note, unit } = answer.value
  return (
    <div className="number-rows">
      <header>
        <h3>
          {title} <span className="grow" /> {valueText(sum, unit)}
        </h3>
        <p>{note}</p>
        {total > rows.length && (
          <p>
            the latest {formatExact(rows.length)} of {formatExact(total)} records
          </p>
        )}
      </header>
      <ol>
        {inOrder(rows).map(({ place, value: row }) => (
          <NumberRow key={place} row={row} unit={unit} onJump={onJump} />
        ))}
      </ol>
      {rows.length === 0 && <p className="number-none">no record adds to this number</p>}
    </div>
  )
}

interface NumberRowProps {
  readonly row: NumberSources['rows'][number]
  readonly unit: NumberSources['unit']
  readonly onJump: () => void
}

function NumberRow({ row, unit, onJump }: NumberRowProps) {
  const parts = Object.entries(row.parts)
    .filter(([, value]) => value !== 0)
    .map(([part, value]) => `${partWord(part)} ${valueText(value, unit)}`)
  const { n } = row
  const inside = (
    <>
      <span className="cut">
        <span className="f3">{clockTime(row.at)}</span> <Foreign text={row.label} />
      </span>
      <span className="number-value">{valueText(row.value, unit)}</span>
      <span className="number-sub">
        <span>{parts.join(' · ')}</span>
        {row.source && (
          <bdi className="mono" dir="ltr">
            {shortFile(row.source.path)}
            {row.source.line !== null ? `:${row.source.line}` : row.source.offset !== null ? ` byte ${row.source.offset}` : ''}
          </bdi>
        )}
      </span>
    </>
  )
  if (n === null) return <li title={row.source?.path}>{inside}</li>
  const jump = (): void => {
    onJump()
    showItem(n)
  }
  return (
    <li title={row.source?.path}>
      <button type="button" onClick={jump}>
        {inside}
      </button>
    </li>
  )
}

/** `cacheRead` is written as a person would. */
function partWord(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function shortFile(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  return name.length > 22 ? `${name.slice(0, 8)}…${name.slice(-12)}` : name
}

function valueText(value: number | null, unit: NumberSources['unit']): string {
  if (value === null) return '–'
  switch (unit) {
    case 'tokens':
    case 'calls':
      return formatExact(Math.round(value))
    case 'usd':
      return value === 0 ? '–' : exactMoney(value)
    case 'ms':
      return formatDuration(value)
    default:
      return unit satisfies never
  }
}
