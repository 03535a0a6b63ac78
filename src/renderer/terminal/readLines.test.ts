import { expect, it } from 'vitest'
import { readLines } from './readLines'

const line = (text: string, isWrapped = false) => ({
  isWrapped,
  translateToString: (trims?: boolean) => (trims ? text.trimEnd() : text),
})

it('joins what the screen has broken, and leaves the empty rest of it out', () => {
  const lines = [line('one   '), line('a long '), line('line  ', true), line('      '), line('      ')]
  const buffer = { length: lines.length, getLine: (at: number) => lines[at] as never }
  expect(readLines(buffer)).toBe('one\na long line')
})
