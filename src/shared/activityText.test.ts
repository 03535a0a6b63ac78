import { expect, it } from 'vitest'
import { activityText } from './activityText'

const at = new Date(2026, 10, 18, 14, 2, 7).toISOString()

it('says when a failed attempt is made again, by the clock of the reader, and why', () => {
  expect(activityText({ activity: 'overloaded', retryAt: at })).toBe('retry 14:02:07: overloaded')
  expect(activityText({ activity: null, retryAt: at })).toBe('retry 14:02:07')
  expect(activityText({ activity: 'overloaded', retryAt: null })).toBe('retry: overloaded')
  expect(activityText({ activity: 'Bash: ls' })).toBe('Bash: ls')
  expect(activityText({ activity: null })).toBe('')
})
