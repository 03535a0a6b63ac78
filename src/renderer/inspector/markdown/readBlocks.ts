import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { Block, ListEntry } from './block'
import { readInlines } from './readInlines'

/** Markdown as blocks; whatever the lexer cannot bear is one plain block. Give it pieces: its time is for the size of `splitMarkdown`. */
export function readBlocks(text: string): readonly Block[] {
  if (isTooNested(text)) return [{ kind: 'plain', text }]
  let tokens: readonly Token[]
  try {
    tokens = lexer(text, { gfm: true, breaks: false })
  } catch {
    return [{ kind: 'plain', text }]
  }
  return blocksOf(tokens, 0)
}

/** The lexer recurses for every marker in a row and takes seconds or the stack for a thousand of them. */
function isTooNested(text: string): boolean {
  return /(?:[>*+-][ \t]*|\d{1,9}[.)][ \t]+){24}/.test(text) && !/^\s*(?:[*_-][ \t]*)+$/m.test(text)
}

const deepest = 12

function blocksOf(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => blockOf(token, depth))
}

function blockOf(anyToken: Token, depth: number): readonly Block[] {
  // No extensions are loaded, so every token is one of marked's own.
  const token = anyToken as MarkedToken
  if (depth > deepest) return [{ kind: 'plain', text: token.raw }]
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return []
    case 'paragraph':
      return [{ kind: 'paragraph', inlines: readInlines(token.tokens) }]
    case 'text':
      return [{ kind: 'paragraph', inlines: token.tokens ? readInlines(token.tokens) : readInlines([token]) }]
    case 'heading':
      return [{ kind: 'heading', level: token.depth, inlines: readInlines(token.tokens) }]
    case 'code':
      return [{ kind: 'code', language: (token.lang ?? '').split(/\s/)[0] ?? '', text: token.text }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens, depth + 1) }]
    case 'list':
      return [listOf(token, depth)]
    case 'table':
      return [tableOf(token)]
    case 'hr':
      return [{ kind: 'rule' }]
    default:
      return [{ kind: 'plain', text: token.raw.trimEnd() }]
  }
}

function listOf(list: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    start: list.ordered ? Number(list.start) || 1 : null,
    entries: list.items.map(
      (entry): ListEntry => ({
        isDone: entry.task ? entry.checked === true : null,
        blocks: blocksOf(entry.tokens, depth + 1),
      }),
    ),
  }
}

function tableOf(table: Tokens.Table): Block {
  return {
    kind: 'table',
    head: table.header.map((cell) => readInlines(cell.tokens)),
    rows: table.rows.map((row) => row.map((cell) => readInlines(cell.tokens))),
  }
}
