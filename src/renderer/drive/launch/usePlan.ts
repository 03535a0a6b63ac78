import { useRef } from 'react'
import type { LaunchPlan, LaunchRefusal } from '../../../shared/drive/launchPlan'
import type { LaunchWish } from '../../../shared/drive/launchWish'
import { callEngine } from '../../store/client'
import { sendable } from '../sendable'
import { useLatest } from '../useLatest'

export interface Planned {
  readonly plan: LaunchPlan | null
  readonly refusal: LaunchRefusal | null
  /** The question itself failed. */
  readonly fault: string | null
  /** What is shown belongs to an earlier wish; the answer to this one is on its way. */
  readonly isOld: boolean
  /** The wish that it answers; null: nothing was answered yet. */
  readonly of: LaunchWish | null
}

/** What would run, as it is now. `draft`: the name under which a long prompt is put down for it. */
export function usePlan(wish: LaunchWish | null, draft: string): Planned {
  // Said back with every letter, or the command would change its id with each.
  const session = useRef<string | undefined>(undefined)
  const { value, fault, isOld, question } = useLatest(wish === null ? '' : JSON.stringify(wish), async () => {
    if (wish === null) return null
    const sent = await sendable(draft, wish.prompt)
    const answer = await callEngine('planLaunch', {
      wish: { ...wish, prompt: sent.text, ...idOf(session.current) },
      draft: sent.draft,
    })
    session.current = answer.plan?.session ?? session.current
    return answer
  })
  const of = question === '' ? null : (JSON.parse(question) as LaunchWish)
  return { plan: value?.plan ?? null, refusal: value?.refusal ?? null, fault: fault?.message ?? null, isOld, of }
}

/** The wish, with the id that its command was shown with. */
export function asPlanned(wish: LaunchWish, { plan }: Planned): LaunchWish {
  return { ...wish, ...idOf(plan?.session) }
}

function idOf(session: string | undefined): Pick<LaunchWish, 'session'> {
  return session === undefined ? {} : { session }
}
