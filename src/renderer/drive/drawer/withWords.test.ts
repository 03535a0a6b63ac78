import { expect, it } from 'vitest'
import { withWords } from './withWords'

it('nothing that a person has written is lost', () => {
  expect(withWords('', 'Ask it: ')).toBe('Ask it: ')
  expect(withWords(' \n', 'Ask it: ')).toBe('Ask it: ')
  expect(withWords('half a message ', 'Ask it: ')).toBe('half a message\n\nAsk it: ')
})

it('the same words are said once', () => {
  const once = withWords('half a message', 'Ask it: ')
  expect(withWords(once, 'Ask it: ')).toBe(once)
})
