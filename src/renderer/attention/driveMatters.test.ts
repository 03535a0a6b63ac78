import { expect, it } from 'vitest'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import { RunUri } from '../../shared/ids'
import { breachName, driveMatters } from './driveMatters'

const run = RunUri.parse('claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a')
// Only what is looked at.
const launch = (id: string, phase: Launch['phase'], of: RunUri | null) =>
  ({ id, phase, run: of, since: '2027' }) as unknown as Launch
const breach: BudgetBreach = { run, key: null, limit: 'tokens', allowed: 1, reached: 2, outcome: 'warned' }

it('a start that failed and a limit that was passed are matters; an agent that failed is told once', () => {
  const launches = [
    launch('a', 'failed', null),
    launch('b', 'failed', run),
    launch('c', 'ended', null),
    launch('d', 'working', run),
  ]
  const ids = (items: readonly { kind: 'failed'; run: RunUri }[]) =>
    driveMatters({ launches, breaches: [breach], items, seen: [] }).map(({ id }) => id)
  expect(ids([])).toEqual(['a', 'b', breachName(breach)])
  expect(ids([{ kind: 'failed', run }])).toEqual(['a', breachName(breach)])
})

it('a limit that was seen is none, until it is another one', () => {
  const sources = { launches: [], items: [], seen: [breachName(breach)] }
  expect(driveMatters({ ...sources, breaches: [breach] })).toEqual([])
  expect(driveMatters({ ...sources, breaches: [{ ...breach, allowed: 3 }] })).toHaveLength(1)
  const anew: BudgetBreach = { ...breach, outcome: 'stopping', at: '2027-01-02T03:04:05.000Z' }
  expect(driveMatters({ ...sources, breaches: [anew] })).toHaveLength(1)
  expect(driveMatters({ ...sources, seen: [breachName(anew)], breaches: [{ ...anew, outcome: 'stopped' }] })).toEqual([])
})
