import { expect, it } from 'vitest'
import type { ForestFrame } from '../../shared/forestFrame'
import { AgentKey, RunUri } from '../../shared/ids'
import { sketchTree } from '../../testing/sampleTree'
import { colourAsker } from './colourAsker'

const run = RunUri.parse('x://run')
const sample = sketchTree({}).agents[0]!
const begin: ForestFrame = { kind: 'begin', run, seq: 0, root: AgentKey.parse('run') }
const patch = (isWhole: boolean, ...types: (string | null)[]): ForestFrame => ({
  ...{ kind: 'patch', run, seq: 1, row: null, removed: [], isWhole },
  agents: types.map((type) => ({ ...sample, type })),
})

it('asks when a run begins, and again only for a type that it did not begin with', () => {
  const asked: RunUri[] = []
  const hear = colourAsker((one) => void asked.push(one))
  for (const frame of [begin, patch(false, null, 'Explore'), patch(true, 'Plan'), patch(true, 'Explore', 'Plan', null)])
    hear(frame)
  expect(asked).toEqual([run])
  hear(patch(true, 'fresh'))
  hear(patch(true, 'fresh'))
  expect(asked).toHaveLength(2)
  hear(begin)
  expect(asked).toHaveLength(3)
})

it('a run that makes up types without end is asked for a few times', () => {
  let asked = 0
  const hear = colourAsker(() => void asked++)
  for (const frame of [begin, patch(true)]) hear(frame)
  for (let i = 0; i < 1000; i++) hear(patch(true, `type ${i}`))
  expect(asked).toBe(21)
})
