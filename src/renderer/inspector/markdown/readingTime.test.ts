import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasReadingTime, spendReadingTime } from './readingTime'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const readFor = (ms: number): string =>
  spendReadingTime(() => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)
    return 'blocks'
  })

it('lets a few texts be read at once, and the others wait for the next task', () => {
  expect(hasReadingTime()).toBe(true)
  expect(readFor(3)).toBe('blocks')
  expect(hasReadingTime()).toBe(true)
  readFor(3)
  expect(hasReadingTime()).toBe(false)
  vi.runAllTimers()
  expect(hasReadingTime()).toBe(true)
})
