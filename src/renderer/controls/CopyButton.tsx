import { useState } from 'react'
import { copyText } from './copyText'
import { Icon } from './Icon'

interface CopyButtonProps {
  readonly label: string
  readonly text: string
  readonly isQuiet?: boolean
}

/** Says what became of it in its own place. */
export function CopyButton({ label, text, isQuiet = false }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  const copy = (): void => void copyText(text).then((isCopied) => setState(isCopied ? 'done' : 'failed'))
  const said = { idle: label, done: 'Copied', failed: 'Could not copy' }[state]
  return (
    <button type="button" className={`btn small${isQuiet ? ' quiet' : ''}`} onClick={copy} onBlur={() => setState('idle')}>
      <Icon name={state === 'done' ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">{said}</span>
    </button>
  )
}
