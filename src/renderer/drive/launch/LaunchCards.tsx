import './Starting.css'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { useRuns } from '../../store/runs'
import { awaitLaunch } from '../awaitLaunch'
import { launchWord, startingLine } from '../phaseLine'
import { useDrive } from '../useDrive'
import { withoutRun } from '../withoutRun'

/** Sessions that were started here and are in no list yet: starting, or failed before they came to be. */
export function LaunchCards() {
  const launches = useDrive((drive) => drive.launches)
  const awaited = useDrive((drive) => drive.awaited)
  // The map of runs is changed in place.
  const shown = useRuns(({ rows, version }) => (version >= 0 ? withoutRun(launches, rows) : []).map(({ id }) => id).join('\n'))
  const cards = launches.filter(({ id }) => shown.split('\n').includes(id))
  if (cards.length === 0) return null
  return (
    <ul className="launch-cards" aria-label="Starting">
      {cards.map((launch) => {
        const { glyph } = startingLine(launch, 0)
        return (
          <li key={launch.id}>
            <button
              type="button"
              className={launch.id === awaited ? 'launch-card on' : 'launch-card'}
              aria-pressed={launch.id === awaited}
              onClick={() => awaitLaunch(launch.id)}
            >
              <Icon name={`st-${glyph}`} className={`st-${glyph}`} />
              <span className="grow cut">
                <Foreign text={launch.title} />
              </span>
              <span className={`t1 st-${glyph}`}>{launch.phase === 'idle' ? 'open' : launchWord(launch.phase)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
