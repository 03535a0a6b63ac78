import { expect, it } from 'vitest'
import { bindingOf, type KeyPress, keyBindings } from './keyBindings'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

it('knows its keys', () => {
  const found = (key: string, held?: Partial<KeyPress>) => bindingOf(press(key, held), false)?.id ?? null
  expect([found('k', { ctrlKey: true }), found('K', { metaKey: true }), found('n'), found('?', { shiftKey: true })]).toEqual([
    'palette',
    'palette',
    'next',
    'keys',
  ])
  expect([found('ArrowLeft', { altKey: true }), found('ArrowLeft'), found('k'), found('n', { ctrlKey: true })]).toEqual([
    'back',
    null,
    null,
    null,
  ])
})

it('leaves letters to a person who writes', () => {
  expect(bindingOf(press('n'), true)).toBeNull()
  expect(bindingOf(press('k', { ctrlKey: true }), true)?.id).toBe('palette')
})

it('no key means two things', () => {
  for (const key of ['n', 'f', 'l', '/', '?'])
    expect(keyBindings.filter((binding) => binding.matches(press(key)))).toHaveLength(1)
})
