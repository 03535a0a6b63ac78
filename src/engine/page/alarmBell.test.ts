import { expect, it } from 'vitest'
import type { Alarm } from '../../shared/drive/alarm'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import { RunUri } from '../../shared/ids'
import { AlarmBell } from './alarmBell'

const run = RunUri.parse('claude://00000000-0000-4000-8000-000000000001')
const unwritten = RunUri.parse('claude://00000000-0000-4000-8000-000000000002')
const isThere = (named: RunUri) => named === run
// Only what decides.
const launch = (id: string, more: Partial<Launch>) => ({ id, title: `task ${id}`, run: null, trouble: null, ...more }) as Launch

function bench() {
  const bell = new AlarmBell()
  const heard: Alarm[] = []
  const stop = bell.onAlarm((alarm) => void heard.push(alarm))
  return { bell, heard, stop }
}

it('a start that fails is told once; what failed before is not', () => {
  const { bell, heard } = bench()
  const old = launch('old', { phase: 'failed', trouble: 'long ago' })
  const broken = launch('new', { phase: 'failed', trouble: 'claude: command not found', run: unwritten })
  bell.begin([old])
  bell.look([old, launch('new', { phase: 'starting' })], isThere)
  expect(heard).toEqual([])
  bell.look([old, broken], isThere)
  bell.look([old, broken], isThere)
  expect(heard).toMatchObject([
    { id: 'new', about: 'failed', title: 'A start failed: task new', body: 'claude: command not found', run: null },
  ])
})

it('one that failed at the first look is told, unless nothing is known yet', () => {
  const { bell, heard } = bench()
  const broken = launch('new', { phase: 'failed' })
  bell.look([broken], isThere)
  expect(heard).toEqual([])
  bell.begin([])
  bell.look([broken], isThere)
  expect(heard).toHaveLength(1)
})

it('what its run tells of is not told when that run is no longer shown', () => {
  const { bell, heard } = bench()
  bell.begin([])
  const failed = [launch('one', { phase: 'failed', run })]
  for (const shown of [true, false, true, false]) bell.look(failed, () => shown)
  expect(heard).toEqual([])
})

it('a passed limit is told with its run, each outcome for itself, until nobody listens', () => {
  const { bell, heard, stop } = bench()
  const breach: BudgetBreach = { run, key: null, limit: 'tokens', allowed: 5, reached: 9, outcome: 'stopping' }
  bell.passed(breach, 'Fix the login')
  bell.passed({ ...breach, outcome: 'failed' }, 'Fix the login')
  stop()
  bell.passed({ ...breach, outcome: 'stopped' }, 'Fix the login')
  expect(heard).toMatchObject([
    { about: 'needsYou', title: 'Limit passed: Fix the login', run, key: null },
    { body: expect.stringContaining('stopped anew') },
  ])
  expect(heard[0]?.id).not.toBe(heard[1]?.id)
})
