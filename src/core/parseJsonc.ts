import { parseJson } from './readJson'

/** JSON as people write it: with comments and a comma too many. Undefined: not even that. */
export function parseJsonc(text: string): unknown {
  return parseJson(plainJson(text))
}

/** Step by step and never back: a pattern that did this could be kept busy for hours by a hostile file. */
function plainJson(text: string): string {
  const kept: string[] = []
  let comma = -1
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const next = endOfPart(text, at)
    const part = text.slice(at, next)
    at = next
    if (isComment(part) || part.trim() === '') kept.push(' ')
    else {
      if (comma >= 0 && (part === '}' || part === ']')) kept[comma] = ' '
      comma = part === ',' ? kept.length : -1
      kept.push(part)
    }
  }
  return kept.join('')
}

function isComment(part: string): boolean {
  return part.startsWith('//') || part.startsWith('/*')
}

/** Behind the string, the comment or the one character that begins here. */
function endOfPart(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from)
  const two = text.slice(from, from + 2)
  if (two === '//') return orEnd(text.indexOf('\n', from), text)
  if (two === '/*') return orEnd(text.indexOf('*/', from + 2) + 2, text, from + 4)
  return from + 1
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** `least`: anything below it means that nothing was found. */
function orEnd(found: number, text: string, least = 0): number {
  return found < least ? text.length : found
}
