import { callEngine } from '../store/client'

/** One call takes this many letters. */
const most = 64_000
const part = 60_000

export interface Sendable {
  readonly text: string
  /** The name under which the whole was put down; null: `text` is all of it. */
  readonly draft: string | null
}

/** A text that is too long for one message is put down in parts first. `name`: of the field it was written in. */
export async function sendable(name: string, text: string): Promise<Sendable> {
  if (text.length <= most) return { text, draft: null }
  let from = 0
  for (const piece of inParts(text)) {
    await callEngine('putText', { draft: name, from, text: piece })
    from += piece.length
  }
  return { text: '', draft: name }
}

/** Never through the middle of a character. */
export function* inParts(text: string, size = part): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = Math.min(text.length, from + size)
    const isCut = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
    const to = isCut ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
}
