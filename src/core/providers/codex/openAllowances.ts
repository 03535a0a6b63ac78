import type { AllowanceReader } from '../../allowances'
import { asObject, asWord, type Json } from '../../readJson'

/** Every record that says what an agent may do holds this. */
export const ALLOWANCE_MARKS: readonly string[] = ['"approval_policy":']

/** Told with every turn: when a person is asked, and what the sandbox lets through. */
export function openAllowances(): AllowanceReader {
  let permissionMode: string | null = null
  return {
    take(value) {
      const record = asObject(value)
      const payload = asObject(record?.['payload'])
      const settings = record?.['type'] === 'turn_context' ? payload : asObject(payload?.['thread_settings'])
      if (settings) permissionMode = modeOf(settings) ?? permissionMode
    },
    result: () => ({ allowed: null, denied: null, permissionMode }),
  }
}

function modeOf(settings: Json): string | null {
  const sandbox = settings['sandbox_policy']
  const profile = asWord(asObject(settings['permission_profile'])?.['type'])
  const words = [
    asWord(settings['approval_policy']) ?? Object.keys(asObject(settings['approval_policy']) ?? {})[0],
    asWord(sandbox) ??
      asWord(asObject(sandbox)?.['type']) ??
      (profile === undefined ? undefined : `permission profile ${profile}`),
  ]
  const said = words.filter((word) => word !== undefined)
  return said.length === 0 ? null : said.join(', ')
}
