import type { Bytes } from '../../framing/bytes'

/** Decodes the inside of a JSON string, null when it is none. */
export function unescapeBytes(bytes: Bytes, from: number, to: number): string | null {
  try {
    const text: unknown = JSON.parse(`"${bytes.utf8Slice(from, to)}"`)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
