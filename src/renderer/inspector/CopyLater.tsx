import { useState } from 'react'
import { copyText } from '../controls/copyText'
import { Icon } from '../controls/Icon'

interface CopyLaterProps {
  readonly label: string
  readonly text: () => Promise<string>
}

/** Copies what has to be fetched first. */
export function CopyLater({ label, text }: CopyLaterProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const copy = async (): Promise<void> => {
    setState('busy')
    try {
      setState((await copyText(await text())) ? 'done' : 'failed')
    } catch {
      setState('failed')
    }
  }
  const said = { idle: label, busy: 'Copying …', done: 'Copied', failed: 'Could not copy' }[state]
  return (
    <button type="button" className="btn small" onClick={() => void copy()} onBlur={() => setState('idle')}>
      <Icon name={state === 'done' ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">{said}</span>
    </button>
  )
}
