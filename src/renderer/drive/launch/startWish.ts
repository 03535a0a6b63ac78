import type { LaunchId } from '../../../shared/drive/launch'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import type { LaunchWish } from '../../../shared/drive/launchWish'
import { callEngine, faultOf } from '../../store/client'
import { sendable } from '../sendable'

export type StartAnswer = { readonly launch: LaunchId } | { readonly launch: null; readonly refusal: LaunchRefusal }

/** A call that fails on the way is a refusal too: a person reads both in the same place. */
export async function startWish(wish: LaunchWish, name: string): Promise<StartAnswer> {
  try {
    const { text, draft } = await sendable(name, wish.prompt)
    const { launch, refusal } = await callEngine('startLaunch', { wish: { ...wish, prompt: text }, draft })
    if (launch !== null) return { launch }
    return { launch, refusal: refusal ?? failed('The engine started nothing and does not say why.') }
  } catch (error) {
    return { launch: null, refusal: failed(faultOf(error).message) }
  }
}

function failed(message: string): LaunchRefusal {
  return { code: 'failed', message, advice: 'Try again.', command: null, offers: [], owner: null }
}
