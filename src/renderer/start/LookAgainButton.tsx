import { useState } from 'react'
import { Icon } from '../controls/Icon'
import { callEngine, faultOf } from '../store/client'

interface LookAgainButtonProps {
  readonly label?: string
  readonly hasIcon?: boolean
}

/** The answer is what changes in the lists; only a failure needs words. */
export function LookAgainButton({ label = 'Look again', hasIcon = true }: LookAgainButtonProps) {
  const [state, setState] = useState<string | null>(null)
  const look = (): void => {
    setState('Looking…')
    void callEngine('lookAgain', {}).then(
      () => setState('Looked just now'),
      (error: unknown) => setState(`Could not look: ${faultOf(error).message}`),
    )
  }
  return (
    <button type="button" className="btn small quiet" onClick={look} onBlur={() => setState(null)}>
      {hasIcon && <Icon name="refresh" size={14} />}
      <span aria-live="polite">{state ?? label}</span>
    </button>
  )
}
