import { useEffect, useState } from 'react'
import { formatExact } from '../../shared/formatCount'
import type { Problem } from '../../shared/views'
import { CopyButton } from '../controls/CopyButton'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { callEngine, faultOf } from '../store/client'
import { useIsAway } from '../store/silence'

type Read =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly message: string }

const most = 100

/** What could not be understood in the files, asked for when a person wants to see it. */
export function ProblemList() {
  const [state, setState] = useState<Read>({ kind: 'reading' })
  const isAway = useIsAway()
  useEffect(() => {
    let isWanted = true
    void callEngine('doctor', {}).then(
      ({ problems }) => isWanted && setState({ kind: 'read', problems }),
      (error: unknown) => isWanted && setState({ kind: 'failed', message: faultOf(error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [])
  if (state.kind === 'reading') return <p>{isAway ? 'Waiting for the connection' : 'Reading…'}</p>
  if (state.kind === 'failed') return <p>The problems could not be read: {state.message}</p>
  const { problems } = state
  return (
    <>
      <h3>
        {formatExact(problems.length)} {problems.length === 1 ? 'problem' : 'problems'}
      </h3>
      <p>Places in the files that could not be understood. They are left out; everything around them is shown.</p>
      <ul className="notice-list">
        {problems.slice(0, most).map((problem, index) => (
          <li key={placeOf(problem, index)}>
            <Icon name="warn" size={14} className="f3" />
            <Foreign text={problem.message} />
            <Foreign text={problem.line === null ? problem.source : `${problem.source}:${problem.line}`} className="mono cut" />
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton label="Copy report" text={problems.map((problem) => JSON.stringify(problem)).join('\n')} />
        {problems.length > most && <span className="t1 f3">the first {most} are shown; the report has all</span>}
      </div>
    </>
  )
}

function placeOf({ code, source, line }: Problem, index: number): string {
  return `${code} ${source} ${line ?? index}`
}
