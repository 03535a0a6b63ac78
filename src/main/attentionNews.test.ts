import { expect, it } from 'vitest'
import { type Attention, AttentionItem } from '../shared/attention'
import { Alarm } from '../shared/drive/alarm'
import { alarmNews, attentionNews, countNeedsYou } from './attentionNews'

const run = 'tool://r1'
const all = { needsYou: true, failed: true, finished: true }

function item(id: string, kind: AttentionItem['kind'], more: Partial<Record<keyof AttentionItem, unknown>> = {}): AttentionItem {
  return AttentionItem.parse({
    id,
    kind,
    run,
    key: 'toolu 1',
    provider: 'tool',
    runTitle: 'Fix login',
    path: [
      { key: 'r1', label: 'main', type: null },
      { key: 'toolu 1', label: 'fixer #2', type: 'fixer' },
    ],
    detail: 'Bash: npm test',
    since: '2026-01-01T00:00:00.000Z',
    ...more,
  })
}

const told = (items: AttentionItem[], fresh = items.map(({ id }) => id)): Attention => ({ items, fresh })

it('says who needs what, and a click knows where', () => {
  expect(attentionNews(told([item('a', 'permission')]), all)).toEqual([
    {
      id: 'a',
      title: 'fixer #2 needs you: permission',
      body: 'Fix login ▸ fixer #2\nBash: npm test',
      address: `${run}/toolu%201`,
    },
  ])
})

it('the run itself is addressed by its own address', () => {
  const root = item('a', 'question', { path: [{ key: 'r1', label: 'main', type: null }] })
  expect(attentionNews(told([root]), all)[0]?.address).toBe(run)
})

it.each([
  ['needsYou', ['permission', 'question', 'stuck']],
  ['failed', ['failed']],
  ['finished', ['finished']],
] as const)('tells only what a person wants to hear: %s', (name, kinds) => {
  const items = (['permission', 'question', 'stuck', 'failed', 'finished'] as const).map((kind) => item(kind, kind))
  const chosen = { needsYou: false, failed: false, finished: false, [name]: true }
  expect(attentionNews(told(items), chosen).map(({ id }) => id)).toEqual(kinds)
})

it('tells only what is fresh, and counts what waits', () => {
  const items = [item('old', 'permission'), item('new', 'question'), item('done', 'finished')]
  expect(attentionNews(told(items, ['new']), all).map(({ id }) => id)).toEqual(['new'])
  expect(countNeedsYou(told(items))).toBe(2)
})

it('hostile names stay one short plain line', () => {
  const odd = item('a', 'failed', { detail: `\u202e\u001b[31m${'x'.repeat(9999)}\n\nmore`, runTitle: 'a\nb\nc' })
  const [news] = attentionNews(told([odd]), all)
  expect(news?.body.split('\n')).toHaveLength(2)
  expect(news?.body).not.toMatch(/[\u202e\u001b]/)
  expect(news?.body.length).toBeLessThan(500)
})

it('an alarm goes by the switch of its kind, is one short line, and a click knows where', () => {
  const alarm = Alarm.parse({ id: 'a', about: 'failed', title: 'x\ny', body: 'z'.repeat(999), run, key: 'toolu 1' })
  expect(alarmNews(alarm, { ...all, failed: false })).toBeNull()
  const news = alarmNews(alarm, { needsYou: false, failed: true, finished: false })
  expect(news).toMatchObject({ id: 'a', title: 'x y', address: `${run}/toolu%201` })
  expect(news?.body.length).toBeLessThan(300)
  expect(alarmNews({ ...alarm, key: null }, all)?.address).toBe(run)
  expect(alarmNews({ ...alarm, run: null, key: null }, all)?.address).toBeNull()
})
