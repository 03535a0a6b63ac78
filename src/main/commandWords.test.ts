import { expect, it } from 'vitest'
import { commandWords } from './commandWords'

it('takes every word behind the mark as it is', () => {
  expect(commandWords(['app', '--no-sandbox', '--understory-command', 'list', '--json', ''])).toEqual(['list', '--json', ''])
  expect(commandWords(['app', '--understory-command'])).toEqual([])
})

it('without the mark a window is wanted, whatever else is said', () => {
  expect(commandWords(['app', 'list', '--json', 'understory-command'])).toBeNull()
})
