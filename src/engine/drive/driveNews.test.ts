import { expect, it } from 'vitest'
import type { Launch } from '../../shared/drive/launch'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { fitNews } from './driveNews'

const edit = (lines: number) => ({
  path: 'src/a.ts',
  before: Array.from({ length: lines }, (_, i) => `const value${i} = 'old'`).join('\n'),
  after: Array.from({ length: lines }, (_, i) => `const value${i} = 'new \u0001 and longer'`).join('\n'),
  isWhole: false,
})
const news = (asks: ReturnType<typeof sampleAsk>[]) => ({ isSettled: true, launches: [], asks, ended: [], breaches: [] })

it('tells a change whole or not at all: half of it would be another change', () => {
  const many = Array.from({ length: 6 }, (_, i) => sampleAsk({ id: `a${i}`, change: edit(i === 0 ? 3 : 3000) }))
  const { asks } = fitNews(news(many))
  expect(asks.map(({ isShort }) => isShort)).toEqual([false, true, true, true, true, true])
  expect(asks[0]?.change).toEqual(many[0]?.change)
  expect(asks.slice(1).every(({ change, fields }) => change === null && fields.length === 0)).toBe(true)
  expect(asks.every(({ options }) => options.length === 5)).toBe(true)
})

it('leaves no question and no option out in silence', () => {
  const option = (i: number) => ({ label: `option ${i}`, note: null })
  const question = { header: null, text: 'Which?', isMultiple: true, takesOwnWords: false, isSecret: false }
  const long = sampleAsk({
    kind: 'question',
    questions: Array.from({ length: 30 }, (_, i) => ({
      ...question,
      id: `${i}`,
      options: Array.from({ length: 30 }, (__, j) => option(j)),
    })),
  })
  const told = fitNews(news([long])).asks[0]
  expect(told?.isShort === true || told?.questions.every(({ options }) => options.length === 30)).toBe(true)
  expect(
    Buffer.byteLength(JSON.stringify(fitNews(news(Array.from({ length: 150 }, (_, i) => ({ ...long, id: `${i}` as never })))))),
  ).toBeLessThan(240_000)
})

const launch = (queued: Launch['queued']) =>
  ({ id: 'l', title: 't', command: 'c', said: '', trouble: null, queued }) as unknown as Launch
const messages = (count: number, text: string) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, text }))

it('every message that waits can be taken back, however many there are', () => {
  const [one] = fitNews({
    isSettled: true,
    launches: [launch(messages(60, 'word '.repeat(400)))],
    asks: [],
    ended: [],
    breaches: [],
  }).launches
  expect(one?.queued).toHaveLength(60)
  expect(one?.moreQueued).toBeUndefined()
})

it('more than a message of ours can hold are counted, and it still fits', () => {
  const launches = Array.from({ length: 100 }, () => launch(messages(500, 'x'.repeat(1000))))
  const fitted = fitNews({ isSettled: true, launches, asks: [], ended: [], breaches: [] })
  expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThan(235_000)
  const [one] = fitted.launches
  expect((one?.queued.length ?? 0) + (one?.moreQueued ?? 0)).toBe(500)
})

it('one that runs is told, however many began and ended after it', () => {
  const row = (id: string, phase: string) => ({ ...launch([]), id, phase }) as unknown as Launch
  const launches = [
    ...Array.from({ length: 150 }, (_, i) => row(`new ${i}`, 'ended')),
    row('old', 'working'),
    row('older', 'ended'),
  ]
  const told = fitNews({ isSettled: true, launches, asks: [], ended: [], breaches: [] }).launches.map(({ id }): string => id)
  expect(told).toHaveLength(100)
  expect([told[0], told[98], told[99]]).toEqual(['new 0', 'new 98', 'old'])
})
