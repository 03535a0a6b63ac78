import { displayWidth, truncateEnd } from './displayWidth'

/** Meaning, not colour; `need` to `lost` are the groups of phases. */
export type Style = 'plain' | 'bold' | 'dim' | 'live' | 'need' | 'fail' | 'done' | 'cut' | 'lost'

export interface Span {
  readonly text: string
  readonly style: Style
}

/** One line before it is known whether there will be colour. Texts must be safe and free of line breaks. */
export type StyledLine = readonly Span[]

// The sixteen colours of the terminal's own theme. Bright black is invisible in some themes, so what recedes is faint.
const codes: Readonly<Record<Style, readonly [string, string]>> = {
  plain: ['', ''],
  bold: ['\x1b[1m', '\x1b[22m'],
  dim: ['\x1b[2m', '\x1b[22m'],
  live: ['\x1b[94m', '\x1b[39m'],
  need: ['\x1b[1;33m', '\x1b[22;39m'],
  fail: ['\x1b[31m', '\x1b[39m'],
  done: ['\x1b[2m', '\x1b[22m'],
  cut: ['\x1b[35m', '\x1b[39m'],
  lost: ['\x1b[2m', '\x1b[22m'],
}

export function span(text: string, style: Style = 'plain'): Span {
  return { text, style }
}

export function lineWidth(line: StyledLine): number {
  return line.reduce((sum, part) => sum + displayWidth(part.text), 0)
}

export function paint(line: StyledLine, colour: boolean): string {
  if (!colour) return line.map((part) => part.text).join('')
  return line.map(({ text, style }) => (text === '' ? '' : `${codes[style][0]}${text}${codes[style][1]}`)).join('')
}

/** At most `width` columns; the span that does not fit is cut, later ones are dropped. */
export function cutLine(line: StyledLine, width: number): StyledLine {
  if (lineWidth(line) <= width) return line
  const kept: Span[] = []
  let left = width
  for (const part of line) {
    const partWidth = displayWidth(part.text)
    if (partWidth <= left - 1) {
      kept.push(part)
      left -= partWidth
      continue
    }
    const text = truncateEnd(part.text, left)
    kept.push(span(text.endsWith('…') || left <= 0 ? text : `${truncateEnd(part.text, left - 1).replace(/…$/, '')}…`, part.style))
    break
  }
  return kept
}

export function padLine(line: StyledLine, width: number): StyledLine {
  const missing = width - lineWidth(line)
  return missing > 0 && Number.isFinite(missing) ? [...line, span(' '.repeat(missing))] : line
}
