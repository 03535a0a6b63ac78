import { expect, it } from 'vitest'
import { AgentKey } from '../../../shared/ids'
import type { AgentView } from '../../../shared/views'
import { sketchTree } from '../../../testing/sampleTree'
import { sumParts } from './sumParts'

const sample = sketchTree({}).agents[0]!
const key = (name: string): AgentKey => AgentKey.parse(name)
const usage = (input: number) => ({ input, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 1 })

function agent(name: string, parent: string | null, own: number, total: number, usd: number | null = null): AgentView {
  const cost = { own: usd, total: usd }
  return {
    ...sample,
    key: key(name),
    parent: parent === null ? null : key(parent),
    usage: { own: usage(own), total: usage(total) },
    cost,
  }
}

const many = Array.from({ length: 22 }, (_, at) => agent(`c${at}`, 'root', at, at + 1, at === 3 ? null : at))
const all = [
  agent('root', null, 5, 300),
  ...many,
  agent('warm', 'root', 7, 7),
  agent('lost', null, 9, 9),
  agent('lost2', null, 1, 2),
]
const forest = {
  agents: new Map(all.map((each) => [each.key, each])),
  children: new Map([[key('root'), many.map((each) => each.key)]]),
  hidden: [key('warm')],
  unplaced: [key('lost'), key('lost2')],
  row: null,
}

it('the parts are together the whole: own, the greatest children, the others, what is hidden and what is unplaced', () => {
  const parts = sumParts(forest, key('root'), 'tokens', true)
  expect(parts.children.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at))
  expect(parts).toMatchObject({
    own: { value: 5, complete: true },
    total: { value: 5 + (22 * 23) / 2 + 7 + 11, complete: true },
    others: { count: 2, value: 3 },
    hidden: { count: 1, value: 7 },
    unplaced: { count: 2, value: 11 },
  })
})

it('a price that is not known comes last and adds nothing', () => {
  const { children, others, own, hidden } = sumParts(forest, key('root'), 'cost', false)
  expect([children[0]?.value, others.value, own.value, hidden.value]).toEqual([21, 0, null, null])
})

it('what is unplaced belongs to the run alone', () => {
  expect(sumParts(forest, key('root'), 'tokens', false).total.value).toBe(5 + (22 * 23) / 2 + 7)
  expect(sumParts(forest, key('c1'), 'tokens', false)).toMatchObject({
    own: { value: 1 },
    children: [],
    unplaced: { count: 0, value: null },
  })
})

it('a sum above an agent whose price is not known says that it is at least so much', () => {
  const priced = [agent('root', null, 5, 14, 3), agent('a', 'root', 4, 9, 2), agent('b', 'a', 5, 5), agent('c', 'root', 1, 1, 1)]
  const agents = new Map(priced.map((each) => [each.key, each]))
  const children = new Map([
    [key('root'), [key('a'), key('c')]],
    [key('a'), [key('b')]],
  ])
  const kin = { agents, children, hidden: [], unplaced: [], row: null }
  const { own, total, children: parts } = sumParts(kin, key('root'), 'cost', true)
  expect([own.complete, total.complete, ...parts.map(({ complete }) => complete)]).toEqual([true, false, false, true])
  expect(sumParts(kin, key('root'), 'tokens', true).total.complete).toBe(true)
})
