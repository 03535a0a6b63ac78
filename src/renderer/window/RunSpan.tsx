import { formatDuration } from '../../shared/formatDuration'
import { formatClock } from './formatClock'
import { useRow } from './useRow'

/** From when to when a run lasts. */
export function RunSpan() {
  const row = useRow()
  if (!row || row.started === null) return null
  const { started, live } = row
  const end = live ? null : (row.ended ?? row.updated)
  return (
    <div className="number-rows sum-rows">
      <header>
        <h3>
          the whole run <span className="grow" /> {end !== null && formatDuration(Date.parse(end) - Date.parse(started))}
        </h3>
      </header>
      <ol>
        <Moment said="first record" at={formatClock(started)} />
        <Moment said={live ? 'live' : 'last record of any agent'} at={end === null ? 'now' : formatClock(end)} />
      </ol>
    </div>
  )
}

function Moment({ said, at }: { readonly said: string; readonly at: string }) {
  return (
    <li>
      <span className="f2">{said}</span>
      <span className="number-value">{at}</span>
    </li>
  )
}
