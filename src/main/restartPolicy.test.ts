import { expect, it } from 'vitest'
import { afterDeath } from './restartPolicy'

it('waits longer after each death, at most ten seconds', () => {
  const waits = [1, 2, 3, 4].map((count) => afterDeath(Array.from({ length: count }, (_, i) => i * 1000)))
  expect(waits).toEqual([200, 600, 1800, 5400].map((ms) => ({ kind: 'wait', ms })))
})

it('gives up after five deaths within a minute', () => {
  expect(afterDeath([0, 1000, 2000, 3000, 4000])).toEqual({ kind: 'give_up' })
})

it('forgets what was long ago', () => {
  expect(afterDeath([0, 1, 2, 3, 100_000])).toEqual({ kind: 'wait', ms: 200 })
})
