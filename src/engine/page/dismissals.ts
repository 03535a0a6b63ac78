import { join } from 'node:path'
import { settingsFile } from './settingsFile'

/** What a person waved away, kept beside the settings: a restart must not bring it back. */
export interface Dismissals {
  readonly ids: readonly string[]
  /** Returns why they could not be kept; null: they are. */
  add(ids: readonly string[]): string | null
}

/** A matter is news for hours; whoever dismisses without an end must not make a file without an end. */
const MOST_KEPT = 1000

export function openDismissals(stateFolder: string): Dismissals {
  const file = settingsFile(join(stateFolder, 'attention.json'))
  const read = (): readonly string[] => {
    const fields = file.read()
    const dismissed = fields === null || fields === 'garbled' ? [] : fields['dismissed']
    return Array.isArray(dismissed) ? dismissed.filter((id) => typeof id === 'string') : []
  }
  return {
    ids: read(),
    // Another program may have kept some meanwhile.
    add: (ids) => file.write({ dismissed: [...new Set([...read(), ...ids])].slice(-MOST_KEPT) }),
  }
}
