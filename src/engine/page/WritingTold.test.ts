import { expect, it } from 'vitest'
import { WritingTold, type WrittenText } from './WritingTold'

const written = (text: string, over: Partial<WrittenText> = {}): WrittenText => ({
  key: 'part:1',
  kind: 'text',
  isWhole: true,
  text,
  ...over,
})

it('tells only what is new, and nothing twice', () => {
  const told = new WritingTold()
  expect(told.take([written('Hel')])?.news).toEqual([{ key: 'part:1', kind: 'text', isWhole: true, from: 0, text: 'Hel' }])
  expect(told.take([written('Hello')])?.news).toMatchObject([{ from: 3, text: 'lo' }])
  expect(told.take([written('Hello')])).toBeNull()
  expect(told.take([])?.news).toEqual([])
  expect(told.take([])).toBeNull()
})

it('tells a text anew that has become another one, and what is known of it now', () => {
  const told = new WritingTold()
  told.take([written('lo, wor', { isWhole: false })])
  expect(told.take([written('Hello, world')])?.news).toMatchObject([{ from: 0, text: 'Hello, world', isWhole: true }])
  expect(told.take([written('Hello, world', { kind: 'thinking' })])?.news).toMatchObject([
    { from: 12, text: '', kind: 'thinking' },
  ])
})

it('tells long texts in portions that fit into a message, in full all the same', () => {
  const told = new WritingTold()
  const texts = [written('\u0001'.repeat(40_000)), written('猫'.repeat(40_000), { key: 'part:2' })]
  const heard = new Map<string, string>()
  for (;;) {
    const taken = told.take(texts)
    if (!taken) break
    expect(Buffer.byteLength(JSON.stringify(taken.news))).toBeLessThan(32_000)
    for (const { key, from, text } of taken.news) heard.set(key, (heard.get(key) ?? '').slice(0, from) + text)
    if (!taken.hasMore) break
  }
  expect([...heard]).toEqual(texts.map(({ key, text }) => [key, text]))
})

it('of more texts than anybody writes at once it tells the latest', () => {
  const texts = Array.from({ length: 40 }, (_, n) => written('x', { key: `part:${n}` }))
  const news = new WritingTold().take(texts)?.news ?? []
  expect(news).toHaveLength(16)
  expect(news.at(-1)?.key).toBe('part:39')
})
