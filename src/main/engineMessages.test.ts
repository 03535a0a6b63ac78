import { expect, it } from 'vitest'
import { FromEngine, ToEngine } from './engineMessages'

it.each([
  { kind: 'wish', id: 1, page: 1, wish: { kind: 'run', program: '/bin/sh' } },
  { kind: 'wish', id: 1, page: 1, wish: { kind: 'openLink', url: 7 } },
  { kind: 'wish', id: 1, page: 1, wish: { kind: 'openLink', url: 'x'.repeat(9000) } },
  { kind: 'wish', id: -1, page: 1, wish: { kind: 'openLink', url: 'https://a.example' } },
  { kind: 'settings', settings: { theme: 'pink' } },
  { kind: 'page' },
  null,
  'end',
])('main does nothing about %j', (message) => {
  expect(FromEngine.safeParse(message).success).toBe(false)
})

it.each([
  { kind: 'goTo', page: 1 },
  { kind: 'granted', wish: 1, value: 1 },
  { kind: 'denied', wish: 1, fault: { code: 'odd', message: '' } },
  {},
])('the engine does nothing about %j', (message) => {
  expect(ToEngine.safeParse(message).success).toBe(false)
})
