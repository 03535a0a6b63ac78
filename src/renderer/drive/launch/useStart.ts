import { useEffect, useEffectEvent, useState } from 'react'
import type { LaunchId } from '../../../shared/drive/launch'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import type { LaunchWish } from '../../../shared/drive/launchWish'
import { type Whereabouts, whereabouts } from '../awaitLaunch'
import { isPlanShown } from './isPlanShown'
import { startWish } from './startWish'
import { asPlanned, type Planned } from './usePlan'

interface StartOptions {
  /** The name under which a long prompt is put down. */
  readonly draft: string
  readonly wish: LaunchWish | null
  readonly planned: Planned
  /** What has to be given first; null: nothing. */
  readonly missing: string | null
  /** `from`: where the person was when they pressed. */
  readonly onStarted: (launch: LaunchId, from: Whereabouts) => void
}

interface Started {
  readonly isStarting: boolean
  readonly refused: { readonly wish: string; readonly refusal: LaunchRefusal } | null
}

export interface Start {
  /** Why it cannot be started now; null: it can. */
  readonly hindrance: string | null
  readonly isStarting: boolean
  /** What the start itself was answered; another wish has no answer yet. */
  readonly refusal: LaunchRefusal | null
  readonly go: () => void
}

const SHOWN_FIRST = 'Working out what will run …'

/** Starts once, however often a person presses, and nothing that was not shown before; what is refused is told in the dialog. */
export function useStart({ draft, wish, planned, missing, onStarted }: StartOptions): Start {
  const [state, setState] = useState<Started>({ isStarting: false, refused: null })
  // Pressed right behind a letter: it starts when the command for that letter is there.
  const [isDue, setDue] = useState(false)
  const name = JSON.stringify(wish)
  const isRefused = planned.refusal !== null && !planned.isOld
  const hindrance = missing ?? (isRefused || isPlanShown(wish, planned) ? null : SHOWN_FIRST)
  const start = useEffectEvent(() => {
    if (wish === null || state.isStarting) return
    setState({ isStarting: true, refused: null })
    const from = whereabouts()
    void startWish(asPlanned(wish, planned), draft).then((answer) => {
      setState({ isStarting: false, refused: answer.launch === null ? { wish: name, refusal: answer.refusal } : null })
      if (answer.launch !== null) onStarted(answer.launch, from)
    })
  })
  useEffect(() => {
    if (!isDue || planned.isOld) return
    setDue(false)
    if (hindrance === null && planned.plan !== null) start()
  }, [isDue, planned.isOld, planned.plan, hindrance])
  return {
    hindrance,
    isStarting: state.isStarting || isDue,
    refusal: state.refused?.wish === name ? state.refused.refusal : null,
    go: () => hindrance === null && !isRefused && setDue(true),
  }
}
