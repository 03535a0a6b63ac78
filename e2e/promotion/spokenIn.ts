import type { ApiMessage } from '../../test/mocks/anthropic/scenario'

/** One block of a conversation as the model sees it, without what a client adds to every request. */
export interface Spoken {
  readonly role: string
  readonly block: string
}

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>\s*/g

/** A conversation in comparable form: reminders of the harness and marks of its cache are no part of it. */
export function spokenIn(messages: readonly ApiMessage[]): readonly Spoken[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'user' && role !== 'assistant') return []
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    return blocks.flatMap((block) => {
      const { cache_control: _, ...rest } = block as unknown as Record<string, unknown>
      const text = typeof rest['text'] === 'string' ? rest['text'].replace(REMINDER, '').trim() : null
      if (text === '') return []
      return [{ role, block: JSON.stringify(sorted(text === null ? rest : { ...rest, text })) }]
    })
  })
}

/** Results of calls made at once come in any order. */
export function inAnyOrder(spoken: readonly Spoken[]): readonly string[] {
  return spoken.map(({ role, block }) => `${role} ${block}`).sort()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [only] = value
    const isOneText = value.length === 1 && typeof only === 'object' && only !== null && 'text' in only && only.type === 'text'
    return isOneText ? String(only.text) : value.map(sorted)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'cache_control')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]))
}
