import { expect, it } from 'vitest'
import type { Channel } from '../../shared/channel'
import { channelWords, stateWords } from './channelWords'

const now = new Date(2026, 10, 18, 14, 5, 0).getTime()
const at = (...[hours, minutes, seconds]: readonly [number, number, number]): string =>
  new Date(2026, 10, 18, hours, minutes, seconds).toISOString()
const channel = (over: Partial<Channel> = {}): Channel => ({
  provider: 'opencode',
  name: 'http://127.0.0.1:4096',
  state: 'connected',
  version: null,
  since: at(14, 2, 0),
  retryAt: null,
  note: null,
  ...over,
})

it('[S1.19] says how each stands: connected, when it is tried again, since when it is down, what it wants', () => {
  expect(stateWords(channel(), now)).toBe('connected since 14:02')
  expect(stateWords(channel({ state: 'reconnecting', retryAt: at(14, 5, 8) }), now)).toBe('reconnecting in 8 s')
  expect(stateWords(channel({ state: 'reconnecting', retryAt: at(14, 4, 0) }), now)).toBe('reconnecting')
  expect(stateWords(channel({ state: 'reconnecting' }), now)).toBe('reconnecting')
  expect(stateWords(channel({ state: 'down' }), now)).toBe('down since 14:02')
  expect(stateWords(channel({ state: 'down', since: null }), now)).toBe('down')
  const yesterday = new Date(2026, 10, 17, 9, 1, 0).toISOString()
  expect(stateWords(channel({ state: 'down', since: yesterday }), now)).toBe('down since 2026-11-17 09:01')
  expect(stateWords(channel({ state: 'refused' }), now)).toBe('needs a password')
  expect(stateWords(channel({ state: 'refused', name: '~/.codex/control.sock' }), now)).toBe('refuses the connection')
})

it('is one calm number where all is well, and says what is not', () => {
  const other = channel({ name: 'http://127.0.0.1:4097' })
  const lost = { state: 'reconnecting', retryAt: at(14, 5, 8) } as const
  expect(channelWords([], now)).toBeNull()
  expect(channelWords([channel()], now)).toBe('1 server')
  expect(channelWords([channel(), other], now)).toBe('2 servers')
  expect(channelWords([channel(lost)], now)).toBe('server reconnecting in 8 s')
  expect(channelWords([channel(lost), other], now)).toBe('1 of 2 servers reconnecting in 8 s')
  expect(channelWords([channel(lost), { ...other, state: 'down' }], now)).toBe('2 of 2 servers not connected')
})
