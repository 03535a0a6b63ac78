import type { LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import type { DriveOwner } from './driver'
import { refusal } from './refusals'

type JoinWish = Pick<LaunchWish, 'way' | 'prompt' | 'model' | 'agent' | 'mode' | 'extra'>

/** Why a session cannot be joined where it runs; null: it can. What is joined goes on as it is, so nothing can be chosen for it. */
export function joinHindrance(wish: JoinWish, owner: DriveOwner): LaunchRefusal | null {
  if (owner.kind === 'ours') return refusal('not_possible', 'It was started here and runs: there is nothing to join.', null)
  if (owner.kind !== 'foreign')
    return refusal('not_possible', 'No other process is known to run it: there is nothing to join.', 'Resume it instead.')
  if (owner.joinable === null) {
    const offers = ['fork', 'render'] as const
    const message = `It is live in ${owner.words}, which lets nobody join.`
    return { ...refusal('not_possible', message, 'Fork it: a fork goes on from a copy.'), offers: [...offers] }
  }
  if (wish.way !== 'terminal') return refusal('bad_value', 'A run is joined in a terminal.', 'Choose Terminal.')
  const { prompt, model, agent, mode, extra } = wish
  if (prompt !== '' || model !== null || agent !== null || mode !== null || extra.length > 0)
    return refusal('bad_value', 'Who joins a run chooses nothing for it.', 'Type in its terminal once it is open.')
  return null
}
