import type { MarkedToken, Token } from 'marked'
import type { Inline } from './block'
import { safeLink } from './safeLink'

export function readInlines(tokens: readonly Token[] | undefined, depth = 0): readonly Inline[] {
  return (tokens ?? []).flatMap((token) => readInline(token, depth))
}

/** Deeper than anybody writes: shown as it was typed. */
const deepest = 20

function readInline(anyToken: Token, depth: number): readonly Inline[] {
  // No extensions are loaded, so every token is one of marked's own.
  const token = anyToken as MarkedToken
  if (depth > deepest) return plain(token.raw)
  switch (token.type) {
    case 'text':
      return token.tokens ? readInlines(token.tokens, depth + 1) : plain(decodeEntities(token.text))
    case 'escape':
      return plain(token.text)
    case 'codespan':
      return [{ kind: 'code', text: token.text }]
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, inlines: readInlines(token.tokens, depth + 1) }]
    case 'br':
      return [{ kind: 'break' }]
    case 'checkbox':
      return []
    case 'link':
      return readLink(token.href, readInlines(token.tokens, depth + 1))
    case 'image':
      // Never fetched: looking at a transcript tells nobody that it is being read.
      return plain(`image: ${decodeEntities(token.text)} ${token.href}`)
    default:
      return plain(token.raw)
  }
}

function readLink(href: string, inlines: readonly Inline[]): readonly Inline[] {
  const link = safeLink(href)
  if (link) return [{ kind: 'link', ...link, inlines }]
  const isSaid = inlines.some((inline) => inline.kind === 'text' && inline.text === href)
  return isSaid || href === '' ? inlines : [...inlines, ...plain(` (${href})`)]
}

function plain(text: string): readonly Inline[] {
  return [{ kind: 'text', text }]
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['nbsp', '\u00a0'],
])

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities.get(name) ?? whole)
}
