import { describe, expect, it } from 'vitest'
import { bomLength } from './bomLength'
import type { Bytes } from './bytes'
import { splitLines } from './splitLines'

// Node's Buffer has the two slice methods; its published types leave them out.
function bytesOf(text: string): Bytes {
  return Buffer.from(text) as unknown as Bytes
}

function split(text: string, to = Buffer.byteLength(text)): { readonly lines: readonly string[]; readonly rest: number } {
  const bytes = bytesOf(text)
  const lines: string[] = []
  const rest = splitLines(bytes, 0, to, (start, end) => lines.push(bytes.utf8Slice(start, end)))
  return { lines, rest }
}

describe('splitLines', () => {
  it.each([
    ['', [], 0],
    ['a', [], 0],
    ['a\n', ['a'], 2],
    ['a\nbc', ['a'], 2],
    ['a\r\n\r\nb\n', ['a', '', 'b'], 7],
    ['\n\n', ['', ''], 2],
    ['a\0\n\0\n', ['a\0', '\0'], 5],
    ['ä\n😀\n', ['ä', '😀'], 8],
  ])('%j', (text, lines, rest) => {
    expect(split(text)).toEqual({ lines, rest })
  })

  it('leaves bytes behind `to` alone', () => {
    expect(split('a\nb\nstale\n', 3)).toEqual({ lines: ['a'], rest: 2 })
  })

  it('keeps a CR that belongs to the line before', () => {
    expect(split('\r\n').lines).toEqual([''])
    expect(split('a\rb\n').lines).toEqual(['a\rb'])
  })
})

describe('bomLength', () => {
  it('is three bytes or none', () => {
    const bytes = bytesOf('\ufeffa')
    expect([bomLength(bytes, 4), bomLength(bytes, 2), bomLength(bytesOf('abc'), 3)]).toEqual([3, 0, 0])
  })
})
