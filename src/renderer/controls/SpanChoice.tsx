import './SpanChoice.css'
import type { TimeSpan } from '../store/timeSpan'

interface SpanChoiceProps {
  /** Tells this group of choices from others on the page. */
  readonly name: string
  readonly span: TimeSpan
  readonly offered: readonly { readonly label: string; readonly span: TimeSpan }[]
  readonly field: 'date' | 'datetime-local'
  readonly onChange: (span: TimeSpan) => void
}

/** One of some stretches of time, or one that a person names. */
export function SpanChoice({ name, span, offered, field, onChange }: SpanChoiceProps) {
  const custom = span.kind === 'custom' ? span : { kind: 'custom' as const, from: '', to: '' }
  return (
    <div className="span-choice">
      {[...offered, { label: 'custom', span: custom }].map((one) => (
        <label key={one.label}>
          <input type="radio" name={name} checked={isSame(one.span, span)} onChange={() => onChange(one.span)} />
          {one.label}
        </label>
      ))}
      {span.kind === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <label className="span-field" key={end}>
            <span>{end}</span>
            <input type={field} value={span[end]} onChange={({ target }) => onChange({ ...span, [end]: target.value })} />
          </label>
        ))}
    </div>
  )
}

function isSame(a: TimeSpan, b: TimeSpan): boolean {
  return a.kind === b.kind && (a.kind !== 'minutes' || b.kind !== 'minutes' || a.minutes === b.minutes)
}
