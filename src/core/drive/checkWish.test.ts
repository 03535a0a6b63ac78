import { expect, it } from 'vitest'
import { checkWish } from './checkWish'

const wish = { prompt: 'do it', model: null, agent: null, mode: null, extra: [], folder: '/work' }

it.each(['-rf', '$(id)', "'", '"', 'two\nlines', '`x`', 'x'.repeat(1_000_000), '', '🙂 ü'])(
  'takes any text as it is',
  (prompt) => {
    expect(checkWish({ ...wish, prompt, extra: [prompt.slice(0, 1000)] })).toBeNull()
  },
)

it.each([
  [{ prompt: 'a\0b' }, 'NUL'],
  [{ extra: ['ok', 'a\0'] }, 'Extra argument 2'],
  [{ model: '' }, 'at least one letter'],
  [{ prompt: 'x\ud83d' }, 'half a character'],
  [{ prompt: 'x'.repeat(9 * 1024 * 1024) }, '8 MB'],
  [{ extra: Array.from({ length: 20 }, () => 'x'.repeat(8000)) }, 'command line'],
])('refuses what no program can be given', (change, words) => {
  expect(checkWish({ ...wish, ...change })).toContain(words)
})
