import { expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { sketchTree } from '../../testing/sampleTree'
import { emptyForest } from './applyForestFrame'
import { goneForest } from './goneForest'

const sample = sketchTree({}).agents[0]!
const run = RunUri.parse('p://one')
const [going, done] = [
  { ...sample, phase: 'waiting', waitingFor: 'permission' } as const,
  { ...sample, key: `${sample.key}/2` as typeof sample.key, phase: 'completed' } as const,
]

it('nothing of a run whose files are gone goes on, and what was over stays as it was', () => {
  const before = { ...emptyForest(run), agents: new Map([going, done].map((agent) => [agent.key, agent])) }
  const { agents, isGone, changed } = goneForest(before)
  expect([...agents.values()].map(({ phase, waitingFor }) => [phase, waitingFor])).toEqual([
    ['unknown', null],
    ['completed', done.waitingFor],
  ])
  expect([isGone, changed, before.agents.get(going.key)?.phase]).toEqual([true, [going.key], 'waiting'])
})
