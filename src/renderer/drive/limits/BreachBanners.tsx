import { nameOf } from '../../actions/changeLink'
import { breachName } from '../../attention/driveMatters'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { useUi } from '../../store/ui'
import { useDrive } from '../useDrive'
import { breachWords } from './limitFields'
import { openLimits } from './openLimits'
import { dismissBreach, useSeenBreaches } from './useSeenBreaches'

/** Limits of the run that is shown which were passed, under its name. */
export function BreachBanners() {
  const run = useUi((ui) => ui.run)
  const all = useDrive((drive) => drive.breaches)
  const seen = useSeenBreaches((state) => state.names)
  const own = all.filter((breach) => breach.run === run && !seen.includes(breachName(breach)))
  return own.map((breach) => (
    <div className="banner" role="status" key={`${breach.key} ${breach.limit}`}>
      <Icon name="warn" className="st-waiting" />
      <span className="words cut">
        <span className="b">Limit passed{breach.key !== null && <bdi> by {nameOf(breach.key)}</bdi>}:</span> {breachWords(breach)}
      </span>
      <button type="button" className="btn small" onClick={() => openLimits(breach.run, breach.key)}>
        Limits …
      </button>
      <IconButton icon="close" label="Dismiss" onPress={() => dismissBreach(breachName(breach))} />
    </div>
  ))
}
