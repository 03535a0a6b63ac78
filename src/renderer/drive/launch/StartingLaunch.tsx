import './Starting.css'
import type { Launch } from '../../../shared/drive/launch'
import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { Tip } from '../../controls/Tip'
import { callEngine } from '../../store/client'
import { useNow } from '../../store/now'
import { awaitLaunch } from '../awaitLaunch'
import { TroubleBox } from '../drawer/TroubleBox'
import { isOver } from '../launchOfRun'
import { startingLine } from '../phaseLine'
import { SteerFailure } from '../SteerFailure'
import { steer } from '../steerFailures'
import { useDrive } from '../useDrive'
import { formOfLaunch, openNewRun } from './openNewRun'

/** What was started and has no run yet: how far it is, or what went wrong. */
export function StartingLaunch() {
  const awaited = useDrive((drive) => drive.awaited)
  const launch = useDrive(({ launches }) => launches.find(({ id }) => id === awaited))
  if (awaited === null) return null
  return <div className="starting-launch">{launch ? <Starting launch={launch} /> : <p className="f3">Starting …</p>}</div>
}

function Starting({ launch }: { readonly launch: Launch }) {
  const words = useNow(({ nowMs }) => startingLine(launch, nowMs).words)
  const { glyph, meaning } = startingLine(launch, 0)
  const isDone = isOver(launch)
  return (
    <section className="starting-box" aria-label="The new run">
      <h2>
        <Icon name={`st-${glyph}`} className={`st-${glyph}`} /> <Foreign text={launch.title} className="cut" />
      </h2>
      <p role="status">
        <span className={`st-${glyph}`}>{words}</span>{' '}
        {!isDone && (
          <span className="f3">
            · {launch.phase === 'idle' ? meaning : 'its tree appears here as soon as it writes its first record'}
          </span>
        )}
      </p>
      <TroubleBox launch={launch} />
      <div>
        <div className="starting-lab t1 f3">
          <span className="cut">
            {isDone ? 'What was started in' : 'What runs in'} <Foreign text={launch.folder} />
          </span>
          <CopyButton label="copy" text={launch.command} isQuiet />
        </div>
        <pre className="code starting-command">{neutraliseText(launch.command)}</pre>
      </div>
      <SteerFailure launch={launch.id} />
      <Acts launch={launch} isDone={isDone} />
    </section>
  )
}

function Acts({ launch, isDone }: { readonly launch: Launch; readonly isDone: boolean }) {
  const forget = async (): Promise<void> => {
    const isDone = await steer(launch.id, 'Forget', callEngine('forgetLaunch', { launch: launch.id }))
    if (isDone && useDrive.getState().awaited === launch.id) awaitLaunch(null)
  }
  if (!isDone) {
    return (
      <div className="row">
        <Tip text="It goes on; it stays above the runs until its tree is there.">
          <button type="button" className="btn" onClick={() => awaitLaunch(null)}>
            Back meanwhile
          </button>
        </Tip>
        <button
          type="button"
          className="btn quiet"
          aria-disabled={launch.can.stop !== null || undefined}
          aria-description={launch.can.stop ?? undefined}
          onClick={() =>
            launch.can.stop === null && void steer(launch.id, 'Stop', callEngine('stopLaunch', { launch: launch.id, how: 'now' }))
          }
        >
          <Icon name="stop" size={14} /> Stop it
        </button>
      </div>
    )
  }
  return (
    <div className="row">
      <button type="button" className="btn primary" onClick={() => openNewRun(formOfLaunch(launch.id))}>
        Change it and try again
      </button>
      <button type="button" className="btn quiet" onClick={() => void forget()}>
        Forget it
      </button>
    </div>
  )
}
