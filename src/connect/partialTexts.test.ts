import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handTimers } from '../testing/handTimers'
import { createPartialTexts, type PartialPlace } from './partialTexts'

const place = (key: string, thread = 'ses_1', message = 'msg_1'): PartialPlace => ({ thread, message, key })

function open() {
  const clock = handTimers()
  const changed: string[] = []
  return { clock, changed, texts: createPartialTexts(clock, (thread) => changed.push(thread)) }
}

test('[S1.16] ten thousand words of one text are one entry, and nothing of it stays', () => {
  const { clock, changed, texts } = open()
  texts.tell(place('part:1'), 'text', '')
  for (let n = 0; n < 10_000; n++) texts.append(place('part:1'), `w${n} `)
  expect(texts.of('ses_1')).toHaveLength(1)
  const whole = Array.from({ length: 10_000 }, (_, n) => `w${n} `).join('')
  expect(texts.of('ses_1')[0]).toEqual({ key: 'part:1', kind: 'text', text: whole, isWhole: true })
  texts.end(place('part:1'), whole)
  expect(texts.of('ses_1')).toHaveLength(1)
  clock.pass(3000)
  expect(texts.of('ses_1')).toEqual([])
  expect(new Set(changed)).toEqual(new Set(['ses_1']))
})

test('[S1.15] words go to their own conversation, message and part, whatever is said between them', () => {
  const { texts } = open()
  for (const thread of ['ses_1', 'ses_2'])
    for (const key of ['part:1', 'part:2']) texts.tell(place(key, thread), key === 'part:1' ? 'thinking' : 'text', '')
  for (const word of ['a', 'b', 'c'])
    for (const thread of ['ses_1', 'ses_2']) for (const key of ['part:1', 'part:2']) texts.append(place(key, thread), word)
  texts.append(place('part:1', 'ses_1', 'msg_other'), 'stranger')
  for (const thread of ['ses_1', 'ses_2'])
    expect(texts.of(thread)).toEqual([
      { key: 'part:1', kind: 'thinking', text: 'abc', isWhole: true },
      { key: 'part:2', kind: 'text', text: 'abc', isWhole: true },
    ])
  expect(texts.of('ses_3')).toEqual([])
})

test('[S1.15] wherever the word of its beginning comes among the words, also twice, the text is the same', () => {
  const words = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(words, fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), (all, announced) => {
      const { texts } = open()
      for (const [at, word] of all.entries()) {
        if (announced.includes(at)) texts.tell(place('part:1'), 'thinking', '')
        texts.append(place('part:1'), word)
      }
      const isHeard = announced.some((at) => at < all.length)
      const expected = { key: 'part:1', kind: isHeard ? 'thinking' : null, text: all.join(''), isWhole: isHeard }
      expect(texts.of('ses_1')).toEqual([expected])
    }),
  )
})

test('what comes after the end is late, however it ended', () => {
  const { clock, texts } = open()
  texts.tell(place('part:1'), 'text', 'Hel')
  texts.end(place('part:1'), 'Hello.')
  texts.append(place('part:1'), ' again')
  texts.tell(place('part:1'), 'text', '')
  expect(texts.of('ses_1')).toMatchObject([{ text: 'Hello.' }])
  texts.end(place('part:2'), 'never begun')
  texts.append(place('part:2'), 'late')
  texts.tell(place('part:3'), 'text', 'taken back')
  texts.remove('ses_1', 'part:3')
  texts.append(place('part:3'), 'late')
  texts.tell(place('part:4'), 'text', 'broken off')
  texts.endThread('ses_1')
  texts.append(place('part:4'), 'late')
  expect(texts.of('ses_1').map(({ text }) => text)).toEqual(['Hello.', 'broken off'])
  clock.pass(3000)
  texts.append(place('part:1'), 'late')
  texts.append(place('part:4'), 'late')
  expect(texts.of('ses_1')).toEqual([])
})

test('a release that says all of the text each time is merged too', () => {
  const { texts } = open()
  for (const text of ['', 'I', 'I will', 'I will ask']) texts.tell(place('part:1'), 'text', text)
  expect(texts.of('ses_1')).toMatchObject([{ text: 'I will ask', isWhole: true }])
})

test('a lost connection forgets all: what comes then is known to have no beginning, and is not doubled', () => {
  const { texts } = open()
  texts.tell(place('part:1'), 'text', '')
  texts.append(place('part:1'), 'one ')
  texts.clear()
  expect(texts.of('ses_1')).toEqual([])
  texts.append(place('part:1'), 'three')
  expect(texts.of('ses_1')).toEqual([{ key: 'part:1', kind: null, text: 'three', isWhole: false }])
  texts.end(place('part:1'), 'one two three')
  expect(texts.of('ses_1')).toMatchObject([{ text: 'one two three', isWhole: true }])
})

test('[S1.16] neither a long text, nor many, nor both take more than their share', () => {
  const { texts } = open()
  for (let n = 0; n < 600; n++) texts.append(place('part:1'), 'x'.repeat(1000))
  expect(texts.of('ses_1')[0]?.text).toHaveLength(256 * 1024)
  for (let n = 0; n < 1000; n++) texts.append(place(`part:${n}`, 'ses_2'), 'x')
  expect(texts.of('ses_2')).toHaveLength(200)
  expect(texts.of('ses_2').at(-1)?.key).toBe('part:999')
  for (let n = 0; n < 40; n++) texts.append(place(`part:${n}`, 'ses_3'), 'x'.repeat(200_000))
  const units = ['ses_1', 'ses_2', 'ses_3'].flatMap((thread) => texts.of(thread)).reduce((sum, { text }) => sum + text.length, 0)
  expect(units).toBeLessThanOrEqual(4 * 1024 * 1024)
})
