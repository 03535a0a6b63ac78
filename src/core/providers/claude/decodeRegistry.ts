import type { RegistryEntry } from '../../provider'
import { asObject, asText } from '../../readJson'

/** `sessions/<pid>.json`: rewritten in place, so it may be read half-written; then the next hint reads it again. */
export function decodeRegistry(text: string): RegistryEntry | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const entry = asObject(value)
  const pid = entry?.['pid']
  const run = asText(entry?.['sessionId'])
  if (!entry || typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || run === null) return null
  const token = entry['procStart']
  const status = entry['status']
  const activity = status === 'busy' || status === 'idle' || status === 'waiting' ? status : null
  return {
    pid,
    startToken: typeof token === 'string' || typeof token === 'number' ? String(token) : null,
    startedAt: typeof entry['startedAt'] === 'number' ? entry['startedAt'] : null,
    run,
    activity,
    waitingFor: activity === 'waiting' ? waitingFor(asText(entry['waitingFor'])) : null,
    ...joinable(entry),
  }
}

/** Only sessions in the background can be attached to, by the short id of their job. */
function joinable(entry: Readonly<Record<string, unknown>>): { readonly joinable?: string } {
  const { kind, jobId } = entry
  const isBackground = kind === 'bg' || kind === 'background'
  // It goes into a command: whatever looks like an option is no id.
  return isBackground && typeof jobId === 'string' && /^[0-9a-z]{4,64}$/i.test(jobId) ? { joinable: jobId } : {}
}

/** `permission prompt` is the one that a person answers with yes or no; dialogs and input are questions. */
function waitingFor(text: string | null): 'permission' | 'question' {
  return text === null || text.includes('permission') || text === 'worker request' ? 'permission' : 'question'
}
