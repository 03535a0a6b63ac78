const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Longer than any character people write; what is longer still is cut like any other text. */
const LONGEST_GRAPHEME = 64

/** At most `limit` UTF-16 units, the mark of the cut among them; never inside a character as people see it. */
export function clampText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const room = limit - 1
  const from = Math.max(0, room - LONGEST_GRAPHEME)
  const start = wholeAt(text, from)
  const window = text.slice(start, room + LONGEST_GRAPHEME)
  const cut = graphemes.segment(window).containing(room - start)?.index ?? room - start
  return `${text.slice(0, cut > 0 ? start + cut : wholeAt(text, room))}…`
}

/** The same place, but not between the two halves of one code point. */
function wholeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

export function clampNullable(text: string | null, limit: number): string | null {
  return text === null ? null : clampText(text, limit)
}
