import { expect, it } from 'vitest'
import type { ItemKind } from '../../shared/views'
import { measureContext } from './measureContext'

const item = (n: number, kind: ItemKind, letters: number) => ({ n, kind, letters, images: 0 })
const items = [item(0, 'prompt', 400), item(1, 'text', 200), item(2, 'thinking', 200), item(3, 'tool', 4000), item(4, 'text', 40)]
const context = (tokens: number) => ({ messages: 3, bytes: 9000, tokens, limit: null, parts: [] })
const sum = (parts: readonly { readonly tokens: number; readonly isLeftOut: boolean }[]) =>
  parts.reduce((all, { tokens, isLeftOut }) => all + (isLeftOut ? 0 : tokens), 0)

it('says by kind what goes along; the parts add up to what the model has counted', () => {
  const { parts, limit } = measureContext({ items, at: null, context: context(5000), limit: 200_000 })
  expect(limit).toBe(200_000)
  expect(parts.map(({ label, count, tokens }) => [label, count, tokens])).toEqual([
    ['Prompts', 1, 100],
    ['Its text and thinking', 3, 110],
    ['Tool calls with their results', 1, 1000],
    ['System prompt and descriptions of tools', 0, 3790],
  ])
  expect(sum(parts)).toBe(5000)
})

it('adds up as well where letters say more than the model', () => {
  const { parts } = measureContext({ items, at: null, context: context(601), limit: null })
  expect(parts).toHaveLength(3)
  expect(sum(parts)).toBe(601)
})

it('what comes after the cut stays behind, with its size', () => {
  const { parts } = measureContext({ items, at: 2, context: context(300), limit: null })
  expect(parts.filter(({ isLeftOut }) => isLeftOut)).toEqual([
    { label: 'what comes after the cut', count: 2, tokens: 1010, isLeftOut: true },
  ])
  expect(sum(parts)).toBe(300)
})
