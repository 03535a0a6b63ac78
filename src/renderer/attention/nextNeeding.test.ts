import { expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { nextNeeding } from './nextNeeding'

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
