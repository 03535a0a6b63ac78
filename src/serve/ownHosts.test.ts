import { expect, it } from 'vitest'
import { isLoopback, ownHosts } from './ownHosts'

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.168.1.5', false],
  ['127.0.0.1.example', false],
])('%s is this machine only: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

it('knows the names of the address it listens on', () => {
  const names = [...ownHosts('192.168.1.5', 4100, ['10.0.0.1'])]
  expect(names).toContain('192.168.1.5:4100')
  expect(names).not.toContain('10.0.0.1:4100')
})

it('on every address it answers to those of the machine, never to a name somebody else chose', () => {
  const names = ownHosts('0.0.0.0', 4100, ['10.0.0.1', 'fe80::1'])
  expect([...names]).toEqual(expect.arrayContaining(['10.0.0.1:4100', '[fe80::1]:4100', 'localhost:4100']))
  expect(names.has('evil.example:4100')).toBe(false)
})

it('leaves the port out where browsers do', () => {
  expect(ownHosts('127.0.0.1', 80, []).has('localhost')).toBe(true)
})
