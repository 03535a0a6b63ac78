import { expect, it } from 'vitest'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { barActs } from './barActs'

const act = (name: OfferedAct['name'], reason: string | null = null): OfferedAct => ({
  name,
  label: name,
  reason,
  command: null,
  origin: null,
  isTerminalOnly: false,
})
const names = (acts: readonly OfferedAct[]) => barActs(acts).shown.map(({ name }) => name)

it('shows of each kind the first that can be done, else the first with its reason', () => {
  expect(names([act('focus', 'no'), act('join'), act('resume'), act('fork'), act('continue', 'no')])).toEqual([
    'fork',
    'join',
    'resume',
  ])
  expect(names([act('focus', 'no'), act('join', 'no'), act('resume', 'no'), act('continue', 'no')])).toEqual([
    'continue',
    'focus',
    'resume',
  ])
  expect(barActs([act('stop_agent', 'no'), act('stop')]).stop?.name).toBe('stop')
  expect(barActs([])).toEqual({ shown: [], stop: null })
})
