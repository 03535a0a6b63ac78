import { type KeyboardEvent, useId, useState } from 'react'
import type { SettingsChange } from '../../shared/settings'
import { useTold } from '../store/told'
import { changeSettings } from './changeSettings'
import { useLastSaved, useSavedWords } from './lastSaved'
import type { ParsedSetting } from './parsedSetting'

interface TextSettingProps {
  readonly label: string
  readonly hint: string
  /** As it is stored now, written as a person would. */
  readonly stored: string
  readonly placeholder?: string
  readonly unit?: string
  readonly read: (text: string) => ParsedSetting<SettingsChange>
}

/** Saved when the person leaves the field or presses Enter; what is wrong is said under it, and what was stored stays. */
export function TextSetting({ label, hint, stored, placeholder, unit, read }: TextSettingProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { isSaved, doubt } = useSavedWords(id)
  const takeBack = (): void => {
    setDraft(null)
    setFailure(null)
  }
  const save = async (): Promise<void> => {
    if (draft === null) return
    if (draft === stored) return takeBack()
    const { notices } = useTold.getState()
    const parsed = read(draft)
    const why = parsed.ok ? await changeSettings(parsed.value) : parsed.why
    setFailure(why)
    if (why !== null) return
    // What was typed since is not what was saved.
    setDraft((now) => (now === draft ? null : now))
    useLastSaved.setState({ field: id, before: notices })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void save()
    if (event.key !== 'Escape' || draft === null) return
    // Takes back what was typed; a second one closes the dialog.
    event.preventDefault()
    takeBack()
  }
  return (
    <div className="setting">
      <label className="what" htmlFor={id}>
        {label}
      </label>
      <span className="row">
        <span className={`input${failure === null ? '' : ' bad'}${unit === undefined ? ' grow mono' : ' short'}`}>
          <input
            id={id}
            value={draft ?? stored}
            placeholder={placeholder}
            spellCheck={false}
            maxLength={4096}
            aria-invalid={failure !== null}
            aria-describedby={`${id}-more`}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => void save()}
            onKeyDown={press}
          />
        </span>
        {unit !== undefined && <span className="unit">{unit}</span>}
      </span>
      <span
        className={`said-below${failure === null && doubt === null ? '' : ' st-failed'}`}
        id={`${id}-more`}
        aria-live="polite"
      >
        {failure ?? (doubt !== null ? `Saved, but: ${doubt}` : isSaved ? 'Saved.' : hint)}
      </span>
    </div>
  )
}
