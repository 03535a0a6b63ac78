import { expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { rowOf } from '../testing/fakeEngine'
import { runCommand } from '../testing/runCommand'
import { sketchTree } from '../testing/sampleTree'

it('does not offer what it has just refused', async () => {
  const uri = RunUri.parse('opencode://notses')
  const world = { rows: [{ ...rowOf(sketchTree({})), uri, id: 'notses' }] }
  const { code, err } = await runCommand(['tree', uri], world, { providers: ['opencode'] })
  expect([code, err]).toEqual([2, expect.not.stringContaining('Did you mean')])
})
