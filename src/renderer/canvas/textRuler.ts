import type { FontName } from './tokens'

/** Says how wide texts are, and where to cut them. Every text is measured once. */
export interface TextRuler {
  widthOf(text: string, font: FontName): number
  /** The text, or as much of it as fits before an ellipsis. Empty: not even that. */
  shorten(text: string, font: FontName, width: number): string
  /** At most `lines` lines, the last one cut. */
  wrap(text: string, font: FontName, width: number, lines: number): string[]
}

interface Measured {
  readonly graphemes: readonly string[]
  /** Width up to and with each grapheme. */
  readonly widths: Float32Array
}

const most = 4000
const longest = 160

export function textRuler(measure: (text: string, font: FontName) => number): TextRuler {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const measured = new Map<string, Measured>()
  const single = new Map<string, number>()

  function widthOfOne(grapheme: string, font: FontName): number {
    const name = `${font} ${grapheme}`
    const known = single.get(name)
    if (known !== undefined) return known
    if (single.size > most) single.clear()
    const width = measure(grapheme, font)
    single.set(name, width)
    return width
  }

  function take(text: string, font: FontName): Measured {
    const name = `${font} ${text}`
    const known = measured.get(name)
    if (known) return known
    if (measured.size > most) measured.clear()
    const graphemes = Array.from(segmenter.segment(text.slice(0, longest)), ({ segment }) => segment)
    const widths = new Float32Array(graphemes.length)
    let sum = 0
    for (const [i, grapheme] of graphemes.entries()) widths[i] = sum += widthOfOne(grapheme, font)
    // Letters side by side are not as wide as one by one: the whole text was measured, its parts are shares of it.
    const isWhole = text.length <= longest
    const ratio = isWhole && sum > 0 ? measure(text, font) / sum : 1
    for (let i = 0; i < widths.length; i++) widths[i]! *= ratio
    const result = { graphemes, widths }
    measured.set(name, result)
    return result
  }

  function widthOf(text: string, font: FontName): number {
    const { widths } = take(text, font)
    return widths[widths.length - 1] ?? 0
  }

  function shorten(text: string, font: FontName, width: number): string {
    const { graphemes, widths } = take(text, font)
    const isCut = text.length > longest
    if ((widths[widths.length - 1] ?? 0) <= width && !isCut) return text
    const count = countWithin(widths, 0, width - widthOfOne('…', font))
    return count > 0 ? `${graphemes.slice(0, count).join('').trimEnd()}…` : ''
  }

  function wrap(text: string, font: FontName, width: number, lines: number): string[] {
    const { graphemes, widths } = take(text, font)
    const found: string[] = []
    let from = 0
    while (from < graphemes.length && found.length < lines) {
      const rest = graphemes.slice(from).join('')
      const before = from === 0 ? 0 : widths[from - 1]!
      const count = countWithin(widths, from, before + width)
      if (found.length === lines - 1 || from + count >= graphemes.length)
        return [...found, shorten(from === 0 ? text : rest, font, width)]
      const space = graphemes.lastIndexOf(' ', from + count)
      const end = space > from ? space : from + Math.max(1, count)
      found.push(graphemes.slice(from, end).join(''))
      from = space > from ? space + 1 : end
    }
    return found
  }

  return { widthOf, shorten, wrap }
}

/** How many graphemes from `from` on end within a width. */
function countWithin(widths: Float32Array, from: number, width: number): number {
  let low = from
  let high = widths.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (widths[middle]! <= width) low = middle + 1
    else high = middle
  }
  return low - from
}
