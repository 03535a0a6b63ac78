import { useState } from 'react'
import type { Settings } from '../../shared/settings'
import { useClient } from '../store/client'
import { useTold } from '../store/told'
import { changeSettings } from './changeSettings'

const kinds: readonly (readonly [keyof Settings['notifications'], string])[] = [
  ['needsYou', 'needs you'],
  ['failed', 'failed'],
  ['finished', 'finished'],
]

export function NotificationSetting() {
  const stored = useTold((told) => told.settings.notifications)
  const isApp = useClient(({ connection }) => connection.kind === 'open' && connection.shell.kind === 'app')
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <fieldset className="setting">
      <legend className="said">Notify me when an agent</legend>
      <span className="what">Notify me: an agent</span>
      <span className="picks">
        {kinds.map(([kind, words]) => (
          <label className="pick" key={kind}>
            <input
              type="checkbox"
              checked={stored[kind]}
              onChange={(event) => void changeSettings({ notifications: { [kind]: event.target.checked } }).then(setFailure)}
            />
            {words}
          </label>
        ))}
      </span>
      {failure === null ? (
        !isApp && <BrowserPermission />
      ) : (
        <span className="said-below st-failed" role="alert">
          {failure}
        </span>
      )}
    </fieldset>
  )
}

/** A browser only asks the person after a click of theirs. */
function BrowserPermission() {
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'missing'))
  if (permission === 'missing')
    return <span className="said-below">This browser has no notifications; the count is in the title of the page.</span>
  if (permission === 'granted') return <span className="said-below">This browser shows them while the page is open.</span>
  if (permission === 'denied')
    return (
      <span className="said-below">This browser was told not to show them: allow them for this address in its own settings.</span>
    )
  return (
    <span className="said-below">
      <button type="button" className="link" onClick={() => void Notification.requestPermission().then(setPermission)}>
        Allow them in this browser
      </button>
    </span>
  )
}
