import type { TextPart } from '../../shared/transcriptParts'
import { endOfPart, type TextLimit } from './fitText'

/** A part and its frame stay below 256 KB, whatever the text is made of. */
const PART: TextLimit = { units: 60_000, bytes: 200_000 }

export function partOfText(text: string, from: number): TextPart {
  const start = Math.min(from, text.length)
  const end = endOfPart(text, start, PART)
  return { text: text.slice(start, end), from: start, total: text.length, next: end < text.length ? end : null }
}
