import { copyText } from '../controls/copyText'
import { Icon } from '../controls/Icon'
import { useBriefly } from './useBriefly'

interface CopyIconProps {
  readonly text: string | (() => Promise<string>)
  /** What is copied: `prompt`. */
  readonly what?: string
  /** Else it appears with the pointer or the focus. */
  readonly isShown?: boolean
}

/** Says for a moment that it did. */
export function CopyIcon({ text, what, isShown = false }: CopyIconProps) {
  const [outcome, setOutcome] = useBriefly<'copied' | 'not copied'>()
  const copy = async (): Promise<void> => {
    try {
      const isCopied = await copyText(typeof text === 'string' ? text : await text())
      setOutcome(isCopied ? 'copied' : 'not copied')
    } catch {
      setOutcome('not copied')
    }
  }
  const label = outcome ?? (what === undefined ? 'Copy' : `Copy ${what}`)
  return (
    <button
      type="button"
      className={isShown ? 'copy-button shown' : 'copy-button'}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name={outcome === 'copied' ? 'check' : outcome === null ? 'copy' : 'close'} size={14} />
      <span className="copy-said" aria-live="polite">
        {outcome ?? ''}
      </span>
    </button>
  )
}
