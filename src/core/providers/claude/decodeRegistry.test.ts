import { expect, it } from 'vitest'
import { decodeRegistry } from './decodeRegistry'

const entry = (more: object) => decodeRegistry(JSON.stringify({ pid: 7, sessionId: '0ffe82a8-8935', ...more }))

it('a session in the background can be joined by its short id, another one cannot', () => {
  expect(entry({ kind: 'bg', jobId: '0ffe82a8' })?.joinable).toBe('0ffe82a8')
  expect(entry({ kind: 'interactive', jobId: '0ffe82a8' })?.joinable).toBeUndefined()
  expect(entry({ kind: 'bg' })?.joinable).toBeUndefined()
  expect(entry({ kind: 'bg', jobId: '--help' })?.joinable).toBeUndefined()
})
