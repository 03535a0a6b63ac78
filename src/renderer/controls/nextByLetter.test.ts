import { expect, it } from 'vitest'
import { nextByLetter } from './nextByLetter'

it('walks through the entries of a letter, around the end', () => {
  const entries = ['Copy URI', 'Fold', 'copy id']
  expect(nextByLetter(entries, 0, 'c')).toBe(2)
  expect(nextByLetter(entries, 2, 'C')).toBe(0)
  expect(nextByLetter(entries, 1, 'f')).toBe(1)
  expect(nextByLetter(entries, 0, 'x')).toBeNull()
})
