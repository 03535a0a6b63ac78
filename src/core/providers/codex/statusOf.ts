import type { Ending } from '../../event'
import { asObject, asText, asWord, parseJson } from '../../readJson'

export interface AgentEnd {
  readonly how: Ending
  readonly message: string | null
}

/** How an agent ended, as its parent was told. Null: it goes on, or nobody can say. */
export function statusOf(value: unknown): AgentEnd | null {
  if (value === 'interrupted') return { how: 'interrupted', message: null }
  if (value === 'shutdown') return { how: 'stopped', message: null }
  const status = asObject(value)
  const error = asText(status?.['errored'])
  if (error === 'Interrupted') return { how: 'interrupted', message: null }
  if (error !== null) return { how: 'failed', message: errorMessage(error) }
  // Releases up to 0.128 say `completed: null` also of one that failed.
  return asText(status?.['completed']) === null ? null : { how: 'completed', message: null }
}

/** One line for a person; errors of the model's service are JSON in a text. */
export function errorMessage(error: unknown): string | null {
  const text = asText(error) ?? asWord(asObject(error)?.['message']) ?? null
  if (text === null) return null
  const inner = text.trimStart().startsWith('{') ? asObject(parseJson(text)) : null
  const said = asWord(asObject(inner?.['error'])?.['message']) ?? asWord(inner?.['message']) ?? text
  return (said.trim().split('\n', 1)[0] ?? '').slice(0, 300)
}
