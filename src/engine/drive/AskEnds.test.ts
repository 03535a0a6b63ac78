import { expect, it } from 'vitest'
import type { Ask } from '../../shared/drive/ask'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { AskEnds, endingOf } from './AskEnds'

const ask = sampleAsk({ id: 'one' })
const allow = { kind: 'option', option: 'run', message: null } as const

function open(mark: string | null = null, isOver = false) {
  let now = 1000
  const ends = new AskEnds({ now: () => now, markOf: () => mark, isOver: () => isOver })
  ends.look([ask])
  const after = (ms: number, asks: readonly Ask[] = []) => {
    now += ms
    return ends.look(asks).map(({ ask: id, how, label }) => [id, how, label])
  }
  return { ends, after }
}

it('says what was answered here, for a while', () => {
  const { ends, after } = open()
  ends.note(ask, allow)
  expect(after(1)).toEqual([['one', 'always', 'Allow npm test']])
  expect(after(20_000)).toHaveLength(1)
  expect(after(20_000)).toEqual([])
})

it('says what another program of ours left, and nothing that nobody knows', () => {
  expect(open(JSON.stringify(endingOf(ask, allow))).after(1)).toEqual([['one', 'always', 'Allow npm test']])
  for (const mark of ['', '{', '{"how":"sung"}']) expect(open(mark).after(1)).toEqual([['one', 'answered', null]])
  expect(open().after(1)).toEqual([['one', 'unknown', null]])
  expect(open(null, true).after(1)).toEqual([['one', 'over', null]])
})

it('what is asked again has not ended', () => {
  const { after } = open()
  expect(after(1)).toHaveLength(1)
  expect(after(1, [ask])).toEqual([])
})
