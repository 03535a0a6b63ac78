import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsInOrder } from './holdsInOrder'
import { programsOf } from './programsOf'

it.each([
  ['codex', 'codex', true],
  ['c"o"\\dex', 'codex', true],
  ['xedoc', 'codex', false],
  ['code', 'codex', false],
  ['', 'a', false],
  ['', '', true],
])('%s, %s: %s', (text, letters, expected) => {
  expect(holdsInOrder(text, letters)).toBe(expected)
})

it('holds of every program that a shell command runs, however it is quoted', () => {
  const piece = fc.constantFrom(
    ...['a', 'b', 'c', '/', '@', '1', ' ', '\n', '"', "'", '\\', '`', '$(', ')', '|', '&', ';', '<<', '>', '{', '#', '='],
    ...['eval ', 'sh -c ', 'env ', 'npx ', 'timeout 5 ', 'sudo -u ', 'xargs '],
  )
  const property = fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const command = pieces.join('')
    for (const { name } of programsOf(command)) expect(holdsInOrder(command, name), `${command} → ${name}`).toBe(true)
  })
  fc.assert(property, { numRuns: 5000 })
})
