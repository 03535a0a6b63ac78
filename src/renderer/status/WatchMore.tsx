import type { Health } from '../../shared/health'
import { neutraliseText } from '../../shared/neutraliseText'
import { CopyButton } from '../controls/CopyButton'
import { Icon } from '../controls/Icon'
import { LookAgainButton } from '../start/LookAgainButton'
import { isWatchingFine } from './watchWords'

const meanings: Record<Health['watching']['mode'], string> = {
  events: 'The system tells us when a file changes: new text is here at once.',
  mixed: 'Some folders are looked at every now and then instead: new text there comes a little later. Nothing is lost.',
  polling: 'Folders are looked at every now and then: new text comes a little later. Nothing is lost.',
  off: 'New text does not appear by itself.',
}

/** What happened with watching, what it means and what to do. */
export function WatchMore({ watching }: Pick<Health, 'watching'>) {
  const isFine = isWatchingFine(watching)
  return (
    <>
      <h3>
        <Icon name={isFine ? 'st-completed' : 'warn'} className={isFine ? 'st-completed' : 'st-waiting'} />
        {isFine ? 'Watching' : watching.mode === 'off' ? 'Watching is off' : 'Not every folder can be watched'}
      </h3>
      {watching.note !== null && <p>{neutraliseText(watching.note)}</p>}
      <p>{isFine || watching.mode !== 'events' ? meanings[watching.mode] : meanings.mixed}</p>
      {watching.remedy !== null && <div className="code">{neutraliseText(watching.remedy)}</div>}
      {!isFine && (
        <div className="row">
          {watching.remedy !== null && <CopyButton label="Copy command" text={watching.remedy} />}
          <LookAgainButton label="Try again" />
          <span className="grow" />
          <span className="t1 f3">or leave it as it is</span>
        </div>
      )}
    </>
  )
}
