import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prettyJson } from '../../shared/prettyJson'
import type { TranscriptItem } from '../../shared/views'
import { clampItem } from './clampItem'

const KB = 1024
type Tool = NonNullable<TranscriptItem['tool']>

function itemWith(fields: Partial<TranscriptItem>): TranscriptItem {
  return {
    n: 0,
    at: null,
    kind: 'text',
    role: 'assistant',
    text: '',
    model: null,
    messageId: null,
    tool: null,
    source: { path: 'x.jsonl', offset: 0 },
    ...fields,
  }
}

function callWith(fields: Partial<Tool>): TranscriptItem {
  const tool: Tool = { name: 'Edit', callId: 'c', input: {}, output: null, status: 'ok', durationMs: 1, agent: null, ...fields }
  return itemWith({ kind: 'tool', tool })
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { value }
  return value
}

describe('an item for a page', () => {
  it('is left alone where it is short', () => {
    const item = callWith({ input: { file_path: '/a', edits: [{ old_string: 'a', new_string: 'b' }] }, output: 'done' })
    expect(clampItem(item)).toEqual(item)
  })

  it('says how long its text was', () => {
    const { text, clamped } = clampItem(itemWith({ text: 'x'.repeat(100 * KB) }))
    expect([text, clamped]).toEqual(['x'.repeat(16 * KB), { text: 100 * KB }])
  })

  it('keeps both sides of a change, and the key that comes behind a long one', () => {
    const input = {
      old_string: 'o'.repeat(16 * KB),
      new_string: 'n'.repeat(17 * KB),
      note: 'p'.repeat(9 * KB),
      file_path: '/a/b',
    }
    const { tool, clamped } = clampItem(callWith({ input }))
    expect(tool?.input).toEqual({
      old_string: input.old_string,
      new_string: 'n'.repeat(16 * KB),
      note: 'p'.repeat(4 * KB),
      file_path: '/a/b',
    })
    expect(clamped).toEqual({ input: prettyJson(input).length })
  })

  it('gives the beginning of an output as text, whatever it was', () => {
    const blocks = [
      { type: 'text', text: 'y'.repeat(50 * KB) },
      { type: 'text', text: 'end' },
    ]
    const { tool, clamped } = clampItem(callWith({ output: blocks }))
    expect([tool?.output, clamped]).toEqual(['y'.repeat(8 * KB), { output: 50 * KB + 4 }])
  })

  it.each<[string, TranscriptItem]>([
    ['a word without end', itemWith({ text: 'x'.repeat(1_000_000) })],
    [
      'control characters',
      itemWith({ text: '\u0001'.repeat(500_000), model: '\u0002'.repeat(9000), messageId: '界'.repeat(9000) }),
    ],
    ['nested without end', callWith({ input: nested(100_000), output: nested(100_000) })],
    ['a million keys', callWith({ input: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])) })],
    ['a million nothings', callWith({ input: Array.from({ length: 300_000 }, () => null) })],
    ['a long key', callWith({ input: { ['k'.repeat(500_000)]: { ['__proto__']: 'v'.repeat(500_000) } } })],
    [
      'a thousand changes',
      callWith({ input: { edits: Array.from({ length: 1000 }, () => ({ old_string: '\u0003'.repeat(20_000) })) } }),
    ],
    ['names', callWith({ name: '\u0001'.repeat(500_000), callId: '😀'.repeat(500_000) })],
    ['half faces', callWith({ input: '\ud83d'.repeat(500_000), output: '\udc00'.repeat(500_000) })],
  ])('is short whatever is in it: %s', (_, item) => {
    expect(Buffer.byteLength(JSON.stringify(clampItem(item)))).toBeLessThan(200_000)
  })

  it('any input keeps its shape as far as it goes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (input) => {
        const { tool, clamped } = clampItem(callWith({ input }))
        if (!clamped?.input) expect(tool?.input).toEqual(input)
        expect(Array.isArray(tool?.input)).toBe(Array.isArray(input))
      }),
    )
  })
})
