import { expect, it } from 'vitest'
import { exitWords } from './exitWords'

const at = '2026-11-18T14:03:46.000Z'

it('says how it ended, and when', () => {
  expect(exitWords({ phase: 'working', exit: null, trouble: null })).toBeNull()
  expect(exitWords({ phase: 'ended', exit: { code: 0, signal: null, at }, trouble: null })).toEqual({
    isFailure: false,
    text: expect.stringMatching(/^ended with exit code 0 · \d\d:03$/),
  })
  expect(exitWords({ phase: 'ended', exit: { code: 1, signal: null, at }, trouble: null })?.isFailure).toBe(true)
  expect(exitWords({ phase: 'ended', exit: { code: null, signal: 'SIGTERM', at }, trouble: null })?.text).toContain('SIGTERM')
  expect(exitWords({ phase: 'failed', exit: null, trouble: 'There is no such program.' })).toEqual({
    isFailure: true,
    text: 'There is no such program.',
  })
})
