import { expect, it } from 'vitest'
import type { ItemKind } from '../../shared/views'
import { cutContext, type ToldItem } from './cutContext'

const item = (n: number, kind: ItemKind, letters = 100, images = 0): ToldItem => ({ n, kind, letters, images })
const talk = [item(0, 'prompt'), item(1, 'thinking'), item(2, 'tool', 400), item(3, 'text'), item(4, 'prompt'), item(5, 'text')]

it('tells everything but thinking where there is room', () => {
  const { kept, letters, parts } = cutContext(talk, 10_000)
  expect([...kept].sort()).toEqual([0, 2, 3, 4, 5])
  expect(letters).toBe(800)
  expect(parts).toEqual([
    { label: 'Prompts', count: 2, tokens: 50, isLeftOut: false },
    { label: 'Answers', count: 2, tokens: 50, isLeftOut: false },
    { label: 'Tool calls with their results, long ones shortened', count: 1, tokens: 100, isLeftOut: false },
    { label: 'Thinking (never told again)', count: 1, tokens: 25, isLeftOut: true },
  ])
})

it('keeps the first prompt and the newest without a gap, and says what stays behind', () => {
  const { kept, parts } = cutContext(talk, 450)
  expect([...kept].sort()).toEqual([0, 3, 4, 5])
  expect(parts.filter(({ isLeftOut }) => isLeftOut).map(({ label, count }) => [label, count])).toEqual([
    ['Thinking (never told again)', 1],
    ['Tool calls with their results, long ones shortened: older ones that do not fit', 1],
  ])
})

it('nothing fits: nothing is told, and that is said', () => {
  const { kept, parts } = cutContext([item(0, 'prompt', 500, 2)], 10)
  expect(kept.size).toBe(0)
  expect(parts.map(({ label, isLeftOut }) => [label, isLeftOut])).toEqual([
    ['Prompts: older ones that do not fit', true],
    ['Images (text cannot hold them)', true],
  ])
})
