import { expect, it } from 'vitest'
import { wrapWords } from './wrapWords'

it('breaks between words, and lets a long one stand alone', () => {
  expect(wrapWords('who waits and for what', 9)).toEqual(['who waits', 'and for', 'what'])
  expect(wrapWords('a unbreakable b', 4)).toEqual(['a', 'unbreakable', 'b'])
  expect(wrapWords('', 9)).toEqual([])
})
