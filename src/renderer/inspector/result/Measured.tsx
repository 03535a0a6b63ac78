import { formatCount, formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { reportedNumbers } from './reportedNumbers'

/** Measured from the records, beside what the tool said in its answer; a difference is shown, not smoothed over. */
export function Measured({ agent, output }: { readonly agent: AgentView; readonly output: string }) {
  const reported = reportedNumbers(output)
  const tokens = totalTokens(agent.usage.own)
  return (
    <section className="result-part" aria-label="Numbers">
      <h3>Numbers</h3>
      <table className="measured">
        <thead>
          <tr>
            <th scope="col">
              <span className="f3">of its own</span>
            </th>
            <th scope="col">measured</th>
            {reported && <th scope="col">told in the answer</th>}
          </tr>
        </thead>
        <tbody>
          <Line
            name="duration"
            measured={agent.durationMs}
            told={reported ? reported.durationMs : undefined}
            show={formatDuration}
          />
          <Line name="tokens" measured={tokens} told={reported ? reported.tokens : undefined} show={formatCount} />
          <Line name="tool calls" measured={agent.tools} told={reported ? reported.tools : undefined} show={formatExact} />
        </tbody>
      </table>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly measured: number | null
  /** Undefined: the answer tells no numbers at all. */
  readonly told: number | null | undefined
  readonly show: (value: number) => string
}

function Line({ name, measured, told, show }: LineProps) {
  const differs = typeof told === 'number' && measured !== null && show(told) !== show(measured)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td title={measured === null ? undefined : formatExact(measured)}>{measured === null ? '–' : show(measured)}</td>
      {told !== undefined && (
        <td title={told === null ? undefined : formatExact(told)} className={differs ? 'differs' : undefined}>
          {told === null ? '–' : show(told)}
          {differs && <span className="f3"> differs</span>}
        </td>
      )}
    </tr>
  )
}
