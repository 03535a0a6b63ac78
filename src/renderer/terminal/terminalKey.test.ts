import { expect, it } from 'vitest'
import { terminalKey } from './terminalKey'

function press(words: string) {
  const parts = words.split('+')
  const has = (name: string): boolean => parts.includes(name)
  return { key: parts.at(-1) ?? '', ctrlKey: has('Ctrl'), metaKey: has('Meta'), altKey: has('Alt'), shiftKey: has('Shift') }
}

it.each([
  ['a', false, 'program'],
  ['Escape', false, 'program'],
  ['Tab', false, 'program'],
  ['Ctrl+c', false, 'program'],
  ['Ctrl+v', false, 'program'],
  ['Ctrl+k', false, 'program'],
  ['Ctrl+Shift+C', false, 'copy'],
  ['Ctrl+Shift+V', false, 'browser'],
  ['Ctrl+f', false, 'find'],
  ['Ctrl+Alt+f', false, 'program'],
  ['F6', false, 'leave'],
  ['Ctrl+F6', false, 'program'],
  ['Meta+c', true, 'copy'],
  ['Meta+v', true, 'browser'],
  ['Meta+f', true, 'find'],
  ['Ctrl+f', true, 'program'],
  ['Ctrl+c', true, 'program'],
] as const)('%s (mac: %s): %s', (words, isMac, meaning) => {
  expect(terminalKey(press(words), isMac)).toBe(meaning)
})
