import { useState } from 'react'
import type { LaunchId } from '../../../shared/drive/launch'
import { useIsShown } from '../../controls/useIsShown'
import { refusalOf } from '../refusalOf'
import { noteFailure } from '../steerFailures'

export interface Stopping {
  readonly isUnderway: boolean
  /** Why it was not done. */
  readonly refusal: string | null
  readonly stop: (act: Promise<{ readonly refusal: string | null }>) => void
}

/**
 * Told where a person has asked for it: the dialog stays until it is done, or says why it is not. Where they closed it before, the
 * drawer of the run says so, and what they have opened since stays open.
 */
export function useStopping(launch: LaunchId | null, onDone: () => void): Stopping {
  const isShown = useIsShown()
  const [state, setState] = useState<Omit<Stopping, 'stop'>>({ isUnderway: false, refusal: null })
  return {
    ...state,
    stop(act) {
      setState({ isUnderway: true, refusal: null })
      void refusalOf(act).then((refusal) => {
        setState({ isUnderway: false, refusal })
        if (refusal === null && isShown()) onDone()
        if (refusal !== null && launch !== null && !isShown()) noteFailure(launch, `Stop: ${refusal}`)
      })
    },
  }
}
