import type { Launch } from '../../shared/drive/launch'
import { askToStop } from '../drive/acts/stopWish'
import { awaitLaunch } from '../drive/awaitLaunch'
import { isOver } from '../drive/launchOfRun'
import { steerFromMenu } from '../drive/steerFailures'
import { useDrive } from '../drive/useDrive'
import { callEngine } from '../store/client'

/** What runs in it is asked about first; of what is over only the tab goes. */
export function closeTerminal(launch: Launch): void {
  if (!isOver(launch)) return askToStop({ kind: 'launch', launch: launch.id })
  if (useDrive.getState().awaited === launch.id) awaitLaunch(null)
  void steerFromMenu(launch, 'Close', callEngine('forgetLaunch', { launch: launch.id }))
}
