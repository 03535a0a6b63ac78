import { expect, it } from 'vitest'
import { beatWords } from './beatWords'

it('says how often and when last, in the time of the place', () => {
  const last = new Date(2026, 0, 2, 14, 2, 11).toISOString()
  expect(beatWords({ count: 1, last })).toBe('1 heartbeat, the last at 14:02:11')
  expect(beatWords({ count: 1200, last: null })).toBe('1\u202f200 heartbeats')
})
