import { expect, it } from 'vitest'
import { AgentKey } from '../../../shared/ids'
import type { AgentView } from '../../../shared/views'
import { runningBelow } from './runningBelow'

const key = (name: string) => AgentKey.parse(name)
// Only what decides.
const agent = (name: string, phase: AgentView['phase']) => [key(name), { key: key(name), phase } as AgentView] as const

it('names all that is at work below, in the order of the tree, and goes round no circle', () => {
  const agents = new Map([agent('root', 'running'), agent('a', 'completed'), agent('b', 'waiting'), agent('c', 'running')])
  const children = new Map([
    [key('root'), [key('a'), key('b')]],
    [key('a'), [key('c')]],
    [key('c'), [key('root')]],
  ])
  expect(runningBelow(key('root'), agents, children).map((one) => one.key)).toEqual(['c', 'b'])
  expect(runningBelow(key('b'), agents, children)).toEqual([])
})
