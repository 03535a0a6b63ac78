import { expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import type { AgentView, Phase } from '../../shared/views'
import { sketchTree } from '../../testing/sampleTree'
import { countAgents } from './countAgents'

const sample = sketchTree({}).agents[0]!
const key = (name: string): AgentKey => AgentKey.parse(name)
const agent = (name: string, type: string | null, phase: Phase): AgentView => ({
  ...sample,
  key: key(name),
  name: null,
  type,
  phase,
})
const all = [
  agent('root', null, 'running'),
  agent('a', 'Explore', 'running'),
  agent('b', 'Explore', 'completed'),
  agent('c', null, 'completed'),
  agent('lost', 'Explore', 'running'),
]

it('counts what the tree shows by phase and type, direct and in all; the unplaced apart', () => {
  const children = new Map([
    [key('root'), [key('a')]],
    [key('a'), [key('b'), key('c')]],
  ])
  const agents = new Map(all.map((each) => [each.key, each]))
  expect(countAgents({ agents, children, unplaced: [key('lost')], hidden: [], root: key('root') })).toEqual({
    direct: 1,
    total: 3,
    unplaced: 1,
    hidden: 0,
    phases: [
      ['completed', 2],
      ['running', 1],
    ],
    types: [
      ['Explore', 2],
      ['agent', 1],
    ],
    otherTypes: 0,
  })
})
