import { isRecord } from './isRecord'

/** Careful hands for values that nobody has checked. */
export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json | null {
  return isRecord(value) ? value : null
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A word that is there and not empty. */
export function asWord(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An id, or null: an empty one names nothing. */
export function asId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The text of a message's content, be it a string or a list of blocks; tool results are not text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts: string[] = []
  for (const block of content) {
    const object = asObject(block)
    if (object?.['type'] === 'text' && typeof object['text'] === 'string') texts.push(object['text'])
  }
  return texts.join('\n')
}

/** Undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
