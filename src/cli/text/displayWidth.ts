// One column each, and none of them joins a neighbour: Latin letters, dashes, quotation marks, the ellipsis and our own marks. Each
// segmentation copies its rules outside the heap: for the marks of two thousand rows that was a sixth of all memory.
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027⊘■◆○◌◔✓✗]*$/
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const pictograph = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u
// East Asian wide and full width blocks (Unicode 16), as inclusive ranges.
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns a terminal gives to the text. Expects text without control characters. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment)
  return width
}

/** At most `width` columns, cut on grapheme borders, an ellipsis where something is missing. */
export function truncateEnd(text: string, width: number): string {
  if (width <= 0) return ''
  if (text.length <= width && plain.test(text)) return text
  let used = 0
  let end = 0
  for (const { segment, index } of segmenter.segment(text)) {
    const next = used + graphemeWidth(segment)
    if (next > width) return `${text.slice(0, end).trimEnd()}…`
    // One column stays free for the ellipsis until we know that nothing follows.
    if (next <= width - 1) end = index + segment.length
    used = next
  }
  return text
}

/** Cuts the middle of a path and keeps the last name: `/home/…/login.ts`. */
export function truncateMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const name = text.slice(text.lastIndexOf('/') + 1)
  const head = width - displayWidth(name) - 2
  if (head < 1) return truncateEnd(name === '' ? text : name, width)
  return `${truncateEnd(text, head)}/${name}`
}

function graphemeWidth(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (invisible.test(grapheme)) return 0
  if (pictograph.test(grapheme)) return 2
  return wideRanges.some(([from, to]) => code >= from && code <= to) ? 2 : 1
}
