import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import { treeShape } from '../layout/treeShape'
import { recount, tallyPhases } from './tallies'
import { phases } from './tokens'

const key = (i: number): AgentKey => AgentKey.parse(`a${i}`)

/** A root, five below it, two below each of those. */
const shape = treeShape(key(0), (parent) => {
  const at = Number(parent.slice(1))
  if (at === 0) return [1, 2, 3, 4, 5].map(key)
  return at <= 5 ? [at * 10, at * 10 + 1].map(key) : undefined
})

it('counts after every change what it would count anew', () => {
  const code = fc.nat(phases.length - 1)
  const change = fc.tuple(fc.nat(shape.keys.length - 1), code)
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const codes = new Uint8Array(shape.keys.length)
      const tallies = tallyPhases(shape, codes)
      for (const [agent, after] of changes) {
        recount(shape, tallies, agent, codes[agent] ?? 0, after)
        codes[agent] = after
      }
      expect(tallies).toEqual(tallyPhases(shape, codes))
    }),
    { seed: 7 },
  )
  expect(tallyPhases(shape, new Uint8Array(shape.keys.length)).phases[0]).toBe(shape.keys.length - 1)
})
