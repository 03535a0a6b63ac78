import { useState } from 'react'
import type { SettingsChange } from '../../shared/settings'
import { changeSettings } from './changeSettings'

interface PickSettingProps<T extends string> {
  readonly label: string
  readonly options: readonly (readonly [value: T, words: string])[]
  readonly stored: T
  readonly write: (value: T) => SettingsChange
}

export function PickSetting<T extends string>({ label, options, stored, write }: PickSettingProps<T>) {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <div className="setting" role="radiogroup" aria-label={label}>
      <span className="what">{label}</span>
      <span className="picks">
        {options.map(([value, words]) => (
          <label className="pick" key={value}>
            <input
              type="radio"
              name={label}
              checked={stored === value}
              onChange={() => void changeSettings(write(value)).then(setFailure)}
            />
            {words}
          </label>
        ))}
      </span>
      {failure !== null && (
        <span className="said-below st-failed" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
