import { expect, it } from 'vitest'
import type { Block, Inline } from './block'
import { readBlocks } from './readBlocks'

function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn)
  if (typeof value !== 'object' || value === null) return []
  const own = 'kind' in value && value.kind === 'link' && 'url' in value ? [String(value.url)] : []
  return [...own, ...Object.values(value).flatMap(linksIn)]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value !== 'object' || value === null) return ''
  if ('text' in value && typeof value.text === 'string') return value.text
  return Object.values(value).map(textOf).join('')
}

it('reads what people write', () => {
  const blocks = readBlocks(
    '# Title\n\nSome **bold** and `code`.\n\n3. three\n4. four\n\n- [x] done\n- [ ] open\n\n```ts title\nlet a\n```',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'code'])
  expect(blocks[2]).toMatchObject({ kind: 'list', start: 3 })
  expect(blocks[3]).toMatchObject({ entries: [{ isDone: true }, { isDone: false }] })
  expect(blocks[4]).toEqual({ kind: 'code', language: 'ts', text: 'let a' })
  const inlines: readonly Inline[] = blocks[1]?.kind === 'paragraph' ? blocks[1].inlines : []
  expect(inlines.map(({ kind }) => kind)).toEqual(['text', 'strong', 'text', 'code', 'text'])
})

it('shows markup as the text it is', () => {
  const blocks = readBlocks('<script>alert(1)</script>\n\nan <img src=x onerror=alert(1)> inline')
  expect(textOf(blocks)).toContain('<script>alert(1)</script>')
  expect(textOf(blocks)).toContain('<img src=x onerror=alert(1)>')
})

it('makes links of web addresses only and says where the others would have led', () => {
  const hostile = '[a](javascript:alert(1)) [b](data:text/html,x) [c](file:///etc/passwd) [d](JaVaScRiPt:x) [e](vbscript:x)'
  const blocks = readBlocks(`${hostile} [ok](https://example.com/a) <http://auto.example>`)
  expect(linksIn(blocks)).toEqual(['https://example.com/a', 'http://auto.example/'])
  expect(textOf(blocks)).toContain('javascript:alert(1)')
})

it('never fetches an image: it is said where it is', () => {
  const blocks = readBlocks('![alt words](https://evil.example/p.png)')
  expect(textOf(blocks)).toBe('image: alt words https://evil.example/p.png')
  expect(linksIn(blocks)).toEqual([])
})

it('keeps every word of what it cannot bear', () => {
  for (const text of [
    '>'.repeat(5000),
    `${'- '.repeat(3000)}x`,
    '1. '.repeat(2000),
    '> - '.repeat(2000),
    `${'x'.repeat(1_000_000)}`,
  ]) {
    expect(textOf(readBlocks(text)).length).toBeGreaterThanOrEqual(text.trimEnd().length)
  }
})

it('survives what is not closed', () => {
  for (const text of ['```ts\nlet a', '**bold', '[a](', '| a |\n|--', '<b', '`', '~~x', '![']) {
    const blocks: readonly Block[] = readBlocks(text)
    expect(textOf(blocks)).not.toBe('')
  }
})
