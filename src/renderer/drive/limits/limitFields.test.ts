import { expect, it } from 'vitest'
import { RunUri } from '../../../shared/ids'
import { breachWords, parseLimit } from './limitFields'

it('reads numbers as a person writes them', () => {
  expect(['', ' 1 200 ', '200k', '1.5M', '0.5'].map((text) => parseLimit(text, false))).toEqual([
    null,
    1200,
    200_000,
    1_500_000,
    0.5,
  ])
  expect([parseLimit('0', true), parseLimit('many', true), parseLimit('1.5', true)]).toEqual([
    { problem: 'a number above 0, or nothing' },
    { problem: 'a number above 0, or nothing' },
    { problem: 'a whole number, or nothing' },
  ])
})

it('says what was passed and what was done about it', () => {
  const breach = { run: RunUri.parse('p://1'), key: null, allowed: 2_000_000, reached: 2_140_000 } as const
  expect(breachWords({ ...breach, limit: 'tokens', outcome: 'stopped' })).toBe('2.1M of 2.0M tokens · it was stopped')
  expect(breachWords({ ...breach, limit: 'dollars', allowed: 5, reached: 5.25, outcome: 'not_ours' })).toBe(
    '$5.25 of $5.00 · it was not started here, so it is not stopped',
  )
})
