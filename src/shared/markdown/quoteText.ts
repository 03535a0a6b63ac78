import { neutraliseText, oneLine } from '../neutraliseText'

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const heading = /^((?:[ \t]|>|[-*+][ \t]|\d+[.)][ \t])*)(#{1,6})(?=[ \t]|$)/
const underline = /^([ \t>]*)(=+|-+)[ \t]*$/

/**
 * Foreign Markdown as a quotation: it stays readable as Markdown, but every line begins with `>`, so nothing in it can open a
 * section of our document or leave a fence open; its own headings become level 4 and below.
 */
export function quoteText(text: string): string {
  let open: string | null = null
  const lines = neutraliseText(text).trimEnd().split('\n')
  const quoted = lines.map((line) => {
    const marker = fence.exec(line)
    if (open !== null) {
      const closes = marker !== null && marker[1]!.startsWith(open) && marker[2]!.trim() === ''
      if (closes) open = null
      return line
    }
    if (marker !== null && !(marker[1]!.startsWith('`') && marker[2]!.includes('`'))) {
      open = marker[1]!
      return line
    }
    return demote(line)
  })
  return quoted.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

function demote(line: string): string {
  if (underline.test(line)) return line.replace(underline, '$1\\$2')
  return line
    .replace(heading, (_, before: string, marks: string) => `${before}${'#'.repeat(Math.min(6, marks.length + 3))}`)
    .replace(/<(?=\/?h[1-6]\b)/gi, '&lt;')
}

/** Output of tools as it is: indented by nothing, fenced by more backticks than it has in a row, quoted like everything foreign. */
export function quoteCode(text: string): string {
  const safe = neutraliseText(text).trimEnd()
  const longest = [...safe.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 2)
  const bar = '`'.repeat(longest + 1)
  return ['text', ...safe.split('\n'), '']
    .map((line, i, all) => `> ${i === 0 ? `${bar}${line}` : i === all.length - 1 ? bar : line}`.trimEnd())
    .join('\n')
}

/** Foreign words within a line of ours: nothing in them is markup. */
export function inlineText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>|&~]/g, '\\$&')
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\_')
}
