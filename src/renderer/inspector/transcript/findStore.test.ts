import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AgentKey, RunUri } from '../../../shared/ids'
import type { FoundItems } from '../../../shared/transcriptParts'

const agent = { run: RunUri.parse('claude://11111111-1111-4111-8111-111111111111'), key: AgentKey.parse('a') }
const asked: { readonly text: string; readonly from: number; answer(found: FoundItems): void }[] = []

vi.mock('../../store/client', () => ({
  faultOf: (error: unknown) => ({ code: 'internal', message: String(error) }),
  callEngine: (_name: string, { text, from }: { readonly text: string; readonly from: number }) =>
    new Promise<FoundItems>((resolve) => asked.push({ text, from, answer: resolve })),
}))

const { closeFind, findText, stepHit, useFind } = await import('./findStore')

beforeEach(() => {
  asked.length = 0
})
afterEach(closeFind)

async function answer(hits: readonly number[], next: number | null): Promise<void> {
  asked.at(-1)?.answer({ hits: [...hits], total: 1000, isComplete: next === null, next })
  await Promise.resolve()
  await Promise.resolve()
}

it('goes on where the engine stopped, also past stretches without a hit', async () => {
  const shown: number[] = []
  const found = findText({ agent, text: 'needle', near: 600, onFirst: (at) => shown.push(at) })
  await answer([], 250)
  expect(useFind.getState()).toMatchObject({ searched: 0.25, isBusy: true, at: null })
  await answer([300], 500)
  expect(useFind.getState()).toMatchObject({ hits: [300], at: null })
  await answer([700, 710], 800)
  expect(useFind.getState().at).toBe(1)
  await answer([900], null)
  await found
  expect(asked.map(({ from }) => from)).toEqual([0, 250, 500, 800])
  expect(useFind.getState()).toMatchObject({ hits: [300, 700, 710, 900], searched: 1, isBusy: false, at: 1 })
  expect(shown).toEqual([1])
})

it('stops looking for what was typed before', async () => {
  void findText({ agent, text: 'nee', near: 0, onFirst: () => undefined })
  const first = asked.at(-1)
  void findText({ agent, text: 'needle', near: 0, onFirst: () => undefined })
  first?.answer({ hits: [1], total: 1000, isComplete: false, next: 100 })
  await Promise.resolve()
  await Promise.resolve()
  expect(asked.map(({ text }) => text)).toEqual(['nee', 'needle'])
  expect(useFind.getState()).toMatchObject({ text: 'needle', hits: [] })
})

it('goes round, but not past an end that may not be one', () => {
  const hits = [3, 8, 20]
  expect(stepHit({ hits, at: 2, searched: 1 }, 1)).toBe(0)
  expect(stepHit({ hits, at: 2, searched: 0.5 }, 1)).toBe(2)
  expect(stepHit({ hits, at: 0, searched: 1 }, -1)).toBe(2)
  expect(stepHit({ hits: [], at: null, searched: 1 }, 1)).toBeNull()
})
