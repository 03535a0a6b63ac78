import { expect, it } from 'vitest'
import { latestFolds } from './latestFolds'

const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`p://${at}`, { a: at }]))

it('forgets the oldest of many, never the one that is shown', () => {
  const kept = Object.keys(latestFolds(many, 'p://3'))
  expect([kept.length, kept[0], kept.at(-2), kept.at(-1)]).toEqual([200, 'p://51', 'p://249', 'p://3'])
})

it('a run in which nothing was folded leaves them as they are', () => {
  expect(latestFolds({ 'p://a': 1, 'p://b': 2 }, 'p://c')).toEqual({ 'p://a': 1, 'p://b': 2 })
})
