import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sketchTree } from '../../testing/sampleTree'
import { DEEPEST, MOST_UNPACKED } from './columnKind'
import { packItem } from './packItem'
import { unpackItem } from './unpackItem'

const refused = { ok: false }

it.each([
  ['nothing', undefined],
  ['an unknown letter', ['z', []]],
  ['no letter', []],
  ['too few values', [['v', []]]],
  ['something in a list of values', ['v', [{}]]],
  ['a number that is none', Number.NaN],
  ['a text that never stood there', ['t', [0]]],
  ['a text from before the first', ['l', 2, ['t', ['a', -1]]]],
  ['a text between two', ['l', 2, ['t', ['a', 0.5]]]],
  ['a text named like a method', ['t', ['length', true]]],
  ['a column that never was', ['a', 0, '', '']],
  ['a column named like a method', ['a', 'push', '', '']],
  ['a column of another length', { one: ['l', 2, ['t', ['a', 'b']]], other: ['a', 0, '', ''] }],
  ['surroundings that are no texts', ['l', 2, { one: ['t', ['a', 'b']], other: ['a', 0, 1, null] }]],
  ['lengths below nothing', ['l', -1, 'x']],
  ['half a length', ['l', 0.5, 'x']],
  ['a length that is text', ['l', '1', 'x']],
  ['lists without lengths', ['l', null, null]],
  ['a group that never was', ['m', ['v', [3]], 'a']],
  ['groups without numbers', ['m', 'x', 'a']],
  ['a part that is missing', ['m', 0]],
])('refuses %s', (_, packed) => {
  expect(unpackItem(packed)).toEqual(refused)
})

it('refuses what a few bytes stand for, before it is made', () => {
  expect(unpackItem(['l', MOST_UNPACKED + 1, 'x'])).toEqual(refused)
  expect(unpackItem(['l', 2 ** 53, null])).toEqual(refused)
  const twice = (levels: number): unknown => (levels === 0 ? 'x' : ['l', 10, twice(levels - 1)])
  expect(unpackItem(twice(40))).toEqual(refused)
  const wide = {
    a: ['l', 1000, ['t', Array.from({ length: 1000 }, (_, i) => `${i}`)]],
    b: ['l', 1000, ['a', 0, 'x'.repeat(9000), '']],
  }
  expect(unpackItem(wide)).toEqual(refused)
})

it('refuses what is nested deeper than it goes, and what holds itself', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : ['l', 1, nested(levels - 1)])
  expect(unpackItem(nested(DEEPEST)).ok).toBe(true)
  expect(unpackItem(nested(DEEPEST + 1))).toEqual(refused)
  expect(unpackItem(nested(5000))).toEqual(refused)
  const ring: unknown[] = ['l', 1]
  ring.push(ring)
  expect(unpackItem(ring)).toEqual(refused)
  const mixed: unknown[] = ['m', 0]
  mixed.push(mixed, mixed)
  expect(unpackItem(mixed)).toEqual(refused)
})

it.each([
  ['groups', (one: unknown) => ['m', 0, one, one]],
  ['keys', (one: unknown) => ['l', 0, { a: one, b: one }]],
])('refuses what stands for nothing at any number of places, in %s', (_, twice) => {
  let shared: unknown = 'x'
  for (let i = 0; i < 30; i++) shared = twice(shared)
  expect(unpackItem(shared)).toEqual(refused)
})

const tree = sketchTree({
  children: [{}, { hidden: 'warmup', name: 'x', attended: ['a'], children: [{ phase: 'failed', id: null }] }],
})
const item = { kind: 'patch', run: 'x://run', agents: tree.agents, removed: ['gone'], isWhole: false }
const packed = JSON.stringify(packItem(item)?.packed)

/** Every place in a value, with what leads there. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))]
}

function changed(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[name] = changed(copy[name], rest, by)
  return copy
}

const places = placesIn(JSON.parse(packed))
const oddities = [
  null,
  -1,
  0,
  3,
  1e9,
  0.5,
  'x',
  't',
  'a',
  true,
  [],
  {},
  ['l', 3, 'x'],
  ['a', 2, 'b', ''],
  ['m', 0, 1],
  ['t', [0]],
  undefined,
]

it('takes any one thing in it for another: it gives JSON, or is refused', () => {
  let taken = 0
  let refusals = 0
  for (const path of places) {
    for (const by of oddities) {
      const unpacked = unpackItem(changed(JSON.parse(packed), path, structuredClone(by)))
      if (!unpacked.ok) refusals++
      else if (typeof JSON.stringify(unpacked.value) === 'string') taken++
    }
  }
  expect(taken + refusals).toBe(places.length * oddities.length)
  expect(Math.min(taken, refusals)).toBeGreaterThan(500)
})

it('takes anything at all', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withMap: true, withDate: true }), fc.jsonValue()), (value) => {
      const unpacked = unpackItem(value)
      if (unpacked.ok) expect(typeof JSON.stringify(unpacked.value)).toBe('string')
    }),
    { numRuns: 2000, seed: 7 },
  )
})
