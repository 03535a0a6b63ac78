import { expect, it } from 'vitest'
import { AttentionItem } from '../../shared/attention'
import type { AskId } from '../../shared/drive/ask'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { attentionEntries, countNeeding, isNeeding } from './attentionEntries'

const item = (id: string, kind: string, second: number, ask?: string) =>
  AttentionItem.parse({
    ...{ id, kind, run: 'p://1', key: 'k', provider: 'p', runTitle: '', path: [], detail: '' },
    ...{ since: `2026-11-18T10:00:0${second}.000Z`, ...(ask === undefined ? {} : { ask }) },
  })
const ask = (id: string, second: number) => sampleAsk({ id, at: `2026-11-18T10:00:0${second}.000Z` })
const none = new Set<AskId>()

it('each ask is a row, oldest first among all others, whether or not its run is in the list', () => {
  const items = [item('i1', 'failed', 1), item('i2', 'permission', 4, 'b'), item('i3', 'permission', 5)]
  const asks = [ask('a', 0), ask('b', 4), ask('c', 2)].map((one) => ({ ask: one, end: null }))
  const entries = attentionEntries(items, asks, none)
  expect(entries.map(({ id, item: at }) => [id, at?.id ?? null])).toEqual([
    ['ask a', null],
    ['i1', 'i1'],
    ['ask c', null],
    ['ask b', 'i2'],
    ['i3', 'i3'],
  ])
  expect(entries.filter(isNeeding)).toHaveLength(4)
  expect(countNeeding(entries, {})).toBe(4)
  expect(countNeeding(entries, { more: { permission: 2, question: 1, failed: 50 } })).toBe(7)
})

it('what has ended needs nobody, and what this page answered is not there', () => {
  const own = ask('own', 1)
  const ended = { ask: ask('ended', 2), end: { how: 'once' as const, label: null } }
  const entries = attentionEntries([item('i', 'permission', 1, 'own')], [ended], new Set([own.id]))
  expect(entries.map(({ id }) => id)).toEqual(['ask ended'])
  expect(entries.filter(isNeeding)).toEqual([])
})
