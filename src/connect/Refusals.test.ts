import { expect, it } from 'vitest'
import { Refusals } from './Refusals'

it('tells what was refused, whichever is known first, until the next turn', () => {
  const refusals = new Refusals()
  refusals.asked('a', 'a server: who are\nyou?')
  expect(refusals.words()).toBeNull()
  refusals.answered('a', true)
  refusals.answered('b', true)
  refusals.answered('c', false)
  refusals.asked('b', 'dialog')
  refusals.asked('c', 'fine')
  expect(refusals.words()).toBe(
    'It asked for something that cannot be shown here, and was refused: a server: who are you?; dialog.',
  )
  refusals.forget('t1')
  expect(refusals.words()).toBeNull()
  refusals.asked('d', 'again')
  refusals.answered('d', true)
  refusals.forget('t1')
  expect(refusals.words()).toContain('again')
})
