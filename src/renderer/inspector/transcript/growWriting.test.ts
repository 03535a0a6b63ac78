import { expect, it } from 'vitest'
import type { TranscriptItem } from '../../../shared/views'
import type { WritingNews } from '../../../shared/writingNews'
import { growWriting, keepWhole, type Writing } from './growWriting'

const news = (from: number, text: string, key = 'part:1'): WritingNews => ({ key, kind: 'text', isWhole: true, from, text })
const written = (text: string, key = 'part:1'): Writing => ({ key, kind: 'text', isWhole: true, text })

it('[S1.15] puts each word behind its own text, and what is not named any more is gone', () => {
  let shown: readonly Writing[] = []
  for (const round of [
    [news(0, 'a')],
    [news(1, 'b'), news(0, 'x', 'part:2')],
    [news(2, ''), news(1, 'y', 'part:2')],
    [news(2, 'y', 'part:2')],
  ])
    shown = growWriting(shown, round) ?? []
  expect(shown).toEqual([written('xyy', 'part:2')])
})

it('what stays as it is stays the same object: nothing is drawn anew for it', () => {
  const before = [written('ab'), written('x', 'part:2')]
  expect(growWriting(before, [news(2, ''), news(1, '', 'part:2')])).toBe(before)
  expect(growWriting(before, [news(2, ''), news(1, 'y', 'part:2')])?.[0]).toBe(before[0])
})

it('a text told anew takes the place of the one before; words that do not fit are no text', () => {
  expect(growWriting([written('lo, world')], [news(0, 'Hello')])).toEqual([written('Hello')])
  expect(growWriting([written('Hello')], [news(3, 'lo')])).toBeNull()
  expect(growWriting([], [news(3, 'lo')])).toBeNull()
})

it('a long text that comes cut stays whole for whoever saw it written', () => {
  const item = { kind: 'text', text: 'Hel', clamped: { text: 5 } } as TranscriptItem
  expect(keepWhole(item, [written('Hello')])).toEqual({ kind: 'text', text: 'Hello' })
  expect(keepWhole(item, [written('Helmet')])).toBe(item)
  expect(keepWhole(item, [{ ...written('Hello'), kind: 'thinking' }])).toBe(item)
  expect(keepWhole({ ...item, clamped: { text: 5, output: 9 } }, [written('Hello')]).clamped).toEqual({ output: 9 })
})
