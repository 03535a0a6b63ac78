import { isJoin } from '../launchOfRun'
import { useDrive } from '../useDrive'
import { CloseJoin } from './CloseJoin'
import { StopAgent } from './StopAgent'
import { StopLaunch } from './StopLaunch'
import { askToStop, useStopWish } from './stopWish'

const close = (): void => askToStop(null)

/** Says what stops before it does. */
export function StopDialog() {
  const wish = useStopWish((state) => state.wish)
  const launch = useDrive(({ launches }) => launches.find(({ id }) => wish?.kind === 'launch' && id === wish.launch))
  if (wish === null) return null
  if (wish.kind === 'agent') return <StopAgent wish={wish} onClose={close} key={`${wish.run} ${wish.key}`} />
  if (!launch) return null
  return isJoin(launch) ? (
    <CloseJoin launch={launch} onClose={close} key={launch.id} />
  ) : (
    <StopLaunch launch={launch} onClose={close} key={launch.id} />
  )
}
