import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { hearCalmly } from './hearCalmly'

interface Said {
  readonly word: string
  readonly count: number
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const store = createStore<{ readonly said: Said; readonly other: number }>(() => ({ said: { word: 'a', count: 0 }, other: 0 }))
  const heard: Said[] = []
  const hearing = {
    select: ({ said }: { readonly said: Said }) => said,
    isQuiet: (now: Said, before: Said) => now.word === before.word,
  }
  const end = hearCalmly(store, hearing, () => heard.push(store.getState().said))
  const say = (word: string, count: number): void => store.setState({ said: { word, count } })
  return { store, heard, end, say }
}

it('tells news at once, and what only counts four times a second, as it is then', () => {
  const { heard, say } = open()
  for (let count = 1; count <= 100; count++) {
    say('a', count)
    vi.advanceTimersByTime(10)
  }
  expect(heard.map(({ count }) => count)).toEqual([25, 50, 75, 100])
  say('b', 101)
  expect(heard.at(-1)).toEqual({ word: 'b', count: 101 })
})

it('does not tell again what news have told, nor what is not selected', () => {
  const { store, heard, say } = open()
  say('a', 1)
  say('b', 2)
  store.setState({ other: 1 })
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual([{ word: 'b', count: 2 }])
})

it('compares with what was told last: news that hide behind counting are news', () => {
  const { heard, say } = open()
  say('a', 1)
  say('b', 1)
  say('b', 2)
  expect(heard).toHaveLength(1)
  say('a', 2)
  expect(heard).toHaveLength(2)
})

it('is silent after its end, also about what waits', () => {
  const { heard, end, say } = open()
  say('a', 1)
  end()
  say('b', 2)
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
