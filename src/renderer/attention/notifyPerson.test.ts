import { expect, it } from 'vitest'
import type { AttentionItem } from '../../shared/attention'
import { tellable } from './notifyPerson'

// Only what decides.
const item = (id: string, kind: AttentionItem['kind']) => ({ id, kind }) as AttentionItem
const items = [item('a', 'permission'), item('b', 'failed'), item('c', 'finished'), item('d', 'stuck')]
const all = { needsYou: true, failed: true, finished: true }

it('tells what is new and wanted', () => {
  const ids = (fresh: readonly string[], wanted = all) => tellable(items, fresh, wanted).map(({ id }) => id)
  expect(ids(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(['b', 'gone'])).toEqual(['b'])
  expect(ids(['a', 'b', 'c', 'd'], { needsYou: false, failed: true, finished: false })).toEqual(['b'])
})
