import { useId } from 'react'
import type { ProgramFound } from '../../../shared/drive/programFound'
import { Icon } from '../../controls/Icon'
import type { LaunchForm } from './launchForm'
import { modeOptions } from './modeOptions'

interface ChoiceFieldsProps {
  readonly form: LaunchForm
  readonly program: ProgramFound | null
  readonly onChange: (change: Partial<LaunchForm>) => void
}

/** Model, agent and permissions; names that the product does not tell may be typed. */
export function ChoiceFields({ form, program, onChange }: ChoiceFieldsProps) {
  const modes = program?.modes ?? []
  const mode = modes.find(({ id }) => id === form.mode) ?? modes[0]
  return (
    <div className="choice-fields">
      <NameField label="Model" value={form.model} names={program?.models ?? []} onChange={(model) => onChange({ model })} />
      <NameField label="Agent" value={form.agent} names={program?.agents ?? []} onChange={(agent) => onChange({ agent })} />
      <label className="field">
        <span className="lab">Permissions</span>
        <span className="input">
          <select value={mode?.id === modes[0]?.id ? '' : form.mode} onChange={({ target }) => onChange({ mode: target.value })}>
            {modeOptions(modes).map(({ value, label }) => (
              <option value={value} key={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chev-down" size={14} className="f3" />
        </span>
      </label>
      {mode && mode.note !== '' && <p className="choice-note f3 t1">{mode.note}</p>}
    </div>
  )
}

interface NameFieldProps {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onChange: (value: string) => void
}

function NameField({ label, value, names, onChange }: NameFieldProps) {
  const id = useId()
  return (
    <label className="field">
      <span className="lab">{label}</span>
      <span className="input">
        <input
          list={id}
          value={value}
          placeholder="default"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      <datalist id={id}>
        {names.map((name) => (
          <option value={name} key={name} />
        ))}
      </datalist>
    </label>
  )
}
