import { expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { attentionEntries } from './attentionEntries'
import { nextNeeding, placesNeeding } from './nextNeeding'

const run = RunUri.parse('p://1')
const item = (key: string, kind: 'permission' | 'failed' | 'finished') => ({ run, key: AgentKey.parse(key), kind })

it('walks through those that ask, oldest first, around the end', () => {
  const items = [item('a', 'permission'), item('b', 'failed'), item('c', 'permission')]
  expect(nextNeeding(items, { run: null, selected: null })?.key).toBe('a')
  expect(nextNeeding(items, { run, selected: 'a' })?.key).toBe('c')
  expect(nextNeeding(items, { run, selected: 'c' })?.key).toBe('a')
})

it('goes to failures when nobody asks, and nowhere when all is well', () => {
  expect(nextNeeding([item('b', 'failed'), item('d', 'finished')], { run: null, selected: null })?.key).toBe('b')
  expect(nextNeeding([item('d', 'finished')], { run: null, selected: null })).toBeNull()
})

it('goes on from an agent that asks for several things', () => {
  const items = [item('a', 'permission'), item('a', 'permission'), item('c', 'permission')]
  expect(nextNeeding(items, { run, selected: 'a' })?.key).toBe('c')
})

it('an ask that the list does not know yet is gone to, at the agent that it names; one that has ended is not', () => {
  const ask = sampleAsk({ id: 'one', run, key: AgentKey.parse('deep') })
  const over = sampleAsk({ id: 'two', run, key: AgentKey.parse('other') })
  const shown = [
    { ask, end: null },
    { ask: over, end: { how: 'answered' as const, label: null } },
  ]
  expect(placesNeeding(attentionEntries([], shown, new Set()))).toEqual([{ run, key: 'deep', kind: 'permission' }])
})
