import { create } from 'zustand'
import type { LaunchId } from '../../../shared/drive/launch'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { callEngine } from '../../store/client'
import { steerFromMenu } from '../steerFailures'
import { useDrive } from '../useDrive'

export type StopWish =
  | { readonly kind: 'launch'; readonly launch: LaunchId }
  | { readonly kind: 'agent'; readonly run: RunUri; readonly key: AgentKey }

/** What a person is asked about before it is stopped. */
export const useStopWish = create<{ readonly wish: StopWish | null }>(() => ({ wish: null }))

/** Where no work is lost nobody is asked. */
export function askToStop(wish: StopWish | null): void {
  const launch = wish?.kind === 'launch' ? useDrive.getState().launches.find(({ id }) => id === wish.launch) : undefined
  if (launch?.phase === 'idle' && launch.way === 'headless' && launch.queued.length === 0) {
    void steerFromMenu(launch, 'Stop', callEngine('stopLaunch', { launch: launch.id, how: 'finish' }))
    return
  }
  useStopWish.setState({ wish })
}
