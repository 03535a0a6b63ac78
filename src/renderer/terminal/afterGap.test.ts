import { expect, it } from 'vitest'
import { afterGap } from './afterGap'

const after = (text: string, from = 0): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(afterGap(new TextEncoder().encode(text).subarray(from)))

it('begins with a line, or with a sequence, whichever comes first', () => {
  expect(after('31mrest of a sequence\nline\x1b[0m')).toBe('line\x1b[0m')
  expect(after('4;12Hrest\x1b[2Jscreen\nline')).toBe('\x1b[2Jscreen\nline')
})

it('does not begin within a letter', () => {
  expect(after('漢字', 1)).toBe('字')
  expect(after('plain')).toBe('plain')
})
