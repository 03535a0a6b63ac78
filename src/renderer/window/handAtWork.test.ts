import { expect, it, vi } from 'vitest'
import { isHandAtWork, keepHand } from './handAtWork'

it('a hand is at work while it drags or scrolls, and rests a moment later; one that only points does not', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const place = new EventTarget()
  // Only how it listens is asked of a window.
  const stop = keepHand(place as unknown as Window)
  const move = (buttons: number): boolean => place.dispatchEvent(Object.assign(new Event('pointermove'), { buttons }))
  move(0)
  expect(isHandAtWork()).toBe(false)
  move(1)
  expect(isHandAtWork()).toBe(true)
  clock.mockReturnValue(1100)
  expect(isHandAtWork()).toBe(false)
  place.dispatchEvent(new Event('wheel'))
  expect(isHandAtWork()).toBe(true)
  clock.mockReturnValue(2000)
  stop()
  move(1)
  expect(isHandAtWork()).toBe(false)
  clock.mockRestore()
})
