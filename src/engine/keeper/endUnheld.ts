import { signalGroup } from '../../keeper/signalGroup'
import type { LaunchSignal } from '../../shared/keeperMessages'
import type { LaunchFault, LaunchState } from '../../shared/launchState'
import { fail, ok, type Result } from '../../shared/result'
import { atMost } from '../atMost'

/** For one whose keeper has died: asked here by its group, whose number cannot have been given away while it lives. */
export function signalUnheld(state: LaunchState, signal: LaunchSignal): Result<void, LaunchFault> {
  const refused = signalGroup(state, signal)
  if (refused === null) return ok(undefined)
  return fail({ code: 'ended', system: refused, message: 'It has ended already.' })
}

/** Settles when `isOver` does, or soon after force was used: while its keeper is only stopped, nobody tells of the end. */
export async function endUnheld(
  state: LaunchState,
  stepMs: number,
  isOver: Promise<unknown>,
): Promise<Result<void, LaunchFault>> {
  const asked = signalUnheld(state, 'SIGTERM')
  if (!asked.ok) return asked
  signalUnheld(state, 'SIGCONT')
  let isGone = false
  const gone = isOver.then(() => {
    isGone = true
  })
  await atMost(gone, stepMs)
  if (isGone) return ok(undefined)
  signalUnheld(state, 'SIGKILL')
  await atMost(gone, stepMs)
  return ok(undefined)
}
