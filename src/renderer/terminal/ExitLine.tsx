import type { Launch } from '../../shared/drive/launch'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { exitWords } from './exitWords'

/** How it ended and what can be done now; nothing while it runs. */
export function ExitLine({ launch }: { readonly launch: Launch }) {
  const words = exitWords(launch)
  if (!words) return null
  const { isFailure, text } = words
  const glyph = isFailure ? 'st-failed' : 'st-completed'
  const trouble = launch.trouble !== null && launch.trouble !== text ? launch.trouble : null
  return (
    <div className={`terminal-line${isFailure ? ' failed' : ''}`} role="status">
      <Icon name={glyph} size={14} className={glyph} />
      <span>{text}</span>
      {trouble === null ? (
        <span className="grow f3">
          What it wrote stays here to be read and copied. {launch.run === null ? 'Start a new run' : 'Resume its run'} to go on.
        </span>
      ) : (
        <Foreign className="f2" text={trouble} />
      )}
    </div>
  )
}
