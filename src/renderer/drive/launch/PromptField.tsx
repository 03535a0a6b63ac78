import { useId } from 'react'
import { formatCount } from '../../../shared/formatCount'
import { plural } from '../../inspector/tool/plural'

interface PromptFieldProps {
  readonly label: string
  readonly text: string
  readonly rows: number
  readonly placeholder?: string
  readonly isFirst?: boolean
  readonly onChange: (text: string) => void
}

/** Above it counting words takes longer than a person wants to wait for a letter. */
const mostCounted = 200_000

export function PromptField({ label, text, rows, placeholder, isFirst = false, onChange }: PromptFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <span className="lab">
        <label htmlFor={id}>{label}</label>
        <span>{lengthWords(text)}</span>
      </span>
      <div className="input area">
        <textarea
          id={id}
          value={text}
          rows={rows}
          dir="auto"
          placeholder={placeholder}
          {...(isFirst ? { 'data-first-focus': '' } : {})}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  )
}

function lengthWords(text: string): string {
  if (text.length > mostCounted) return `${formatCount(text.length)} letters`
  const words = text.match(/\S+/g)?.length ?? 0
  return words === 0 ? '' : plural(words, 'word')
}
