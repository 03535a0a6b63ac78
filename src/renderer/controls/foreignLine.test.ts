import { expect, it } from 'vitest'
import { foreignLine } from './foreignLine'

it('shows what would be obeyed, on one line', () => {
  expect(foreignLine('a\n\tb\x1b[2J\u202e')).toBe('a b␛[2J\ufffd')
})

it('stays short and whole', () => {
  const long = foreignLine(`${'x'.repeat(499)}😀${'y'.repeat(1e6)}`)
  expect(long).toBe(`${'x'.repeat(499)}…`)
})
