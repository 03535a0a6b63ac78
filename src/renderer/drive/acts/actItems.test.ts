import { expect, it } from 'vitest'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { RunUri } from '../../../shared/ids'
import { actionsOf } from '../../controls/MenuItem'
import { menuItemsOf } from './actItems'

const target = { run: RunUri.parse('p://1'), key: null }
const origin = { how: 'resume', run: target.run, key: null, at: null } as const
const act = (name: OfferedAct['name'], reason: string | null, command: string | null = null): OfferedAct => ({
  name,
  label: name,
  reason,
  command,
  origin: name === 'resume' ? origin : null,
  isTerminalOnly: false,
})
const ids = (acts: readonly OfferedAct[]) =>
  actionsOf(menuItemsOf(acts, target)).map(({ id, disabledReason }) => [id, disabledReason ?? null])

it('keeps the order of the ladder, the reasons, and a copy of each command whether or not it can be done', () => {
  expect(ids([act('resume', null, 'toy --resume 1'), act('fork', 'no way', 'toy --fork 1')])).toEqual([
    ['act-resume', null],
    ['act-fork', 'no way'],
    ['copy-resume', null],
    ['copy-fork', null],
  ])
  expect(ids([])).toEqual([])
})

it('a resume that is refused leads to where the other ways are', () => {
  expect(ids([act('resume', 'live elsewhere')])).toEqual([
    ['act-resume', 'live elsewhere'],
    ['why-resume', null],
  ])
})

it('a reason that several share is said once, over them', () => {
  const items = menuItemsOf([act('fork', null), act('stop', 'not ours'), act('pause', 'not ours')], target)
  expect(items.map((item) => (item.kind === 'group' ? item.label : item.kind))).toEqual(['action', 'not ours'])
  expect(actionsOf(items).map(({ isReasonSaid }) => isReasonSaid ?? false)).toEqual([false, true, true])
})
