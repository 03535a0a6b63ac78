import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sketchTree } from '../testing/sampleTree'
import { contract } from './contract'
import { ForestFrame } from './forestFrame'
import { quickCheck } from './quickCheck'

/** The one promise: what passes is what the schema would make of it. */
function expectSound(schema: z.ZodType, value: unknown): boolean {
  const isQuick = quickCheck(schema)(value)
  if (isQuick) expect(schema.safeParse(value)).toStrictEqual({ success: true, data: value })
  return isQuick
}

const tree = sketchTree({ children: [{}, { hidden: 'warmup', children: [{ phase: 'failed' }] }] })
const patch = {
  kind: 'patch',
  run: 'x://run',
  seq: 1,
  row: null,
  agents: tree.agents,
  removed: ['gone'],
  isWhole: false,
}

const oddities = fc.oneof(
  fc.constantFrom(null, undefined, -1, 0, -0, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '', 'x', true, [], {}, [null]),
  fc.constantFrom('2026-11-18T14:03:46.000Z', '2026-11-18', 'completed', 'patch', 'begin', 'none', ['a', 1], { kind: 'gone' }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
)

const missing = Symbol('missing')

/** Every place in a value, with what leads there. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))]
}

function changed(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return by === missing ? undefined : by
  const copy = structuredClone(value) as Record<string, unknown>
  if (rest.length === 0 && by === missing) delete copy[name]
  else copy[name] = changed(copy[name], rest, by)
  return copy
}

it('takes every ordinary frame of a run as it is', () => {
  const frames = [{ kind: 'begin', run: 'x://run', seq: 0, root: 'run' }, patch, { kind: 'gone', run: 'x://run', seq: 2 }]
  for (const frame of frames) expect(expectSound(ForestFrame, JSON.parse(JSON.stringify(frame)))).toBe(true)
})

it('passes nothing that the schema refuses or would change, wherever one thing in a frame is another', () => {
  const places = placesIn(patch)
  let passed = 0
  let refused = 0
  const change = fc.record({ at: fc.nat(places.length - 1), by: fc.oneof(fc.constant(missing), oddities), extra: fc.boolean() })
  fc.assert(
    fc.property(change, ({ at, by, extra }) => {
      const path = places[at] ?? []
      const value = changed(patch, extra ? [...path.slice(0, -1), 'another'] : path, by)
      if (expectSound(ForestFrame, value)) passed++
      else refused++
      // Complete as well as sound, but for what is there without a value.
      const parsed = ForestFrame.safeParse(value)
      const isKept = parsed.success && JSON.stringify(parsed.data) === JSON.stringify(value)
      if (isKept && !extra && by !== undefined && by !== missing) expect(quickCheck(ForestFrame)(value)).toBe(true)
    }),
    { numRuns: 3000, seed: 7 },
  )
  expect(Math.min(passed, refused)).toBeGreaterThan(100)
})

it('is sound for every feed, whatever comes', () => {
  for (const schema of Object.values(contract.feeds)) {
    fc.assert(
      fc.property(oddities, (value) => void expectSound(schema, value)),
      { numRuns: 200, seed: 7 },
    )
  }
})

it.each([
  ['a transform', z.string().trim(), ' x '],
  ['a default', z.object({ a: z.string().default('x') }), {}],
  ['a refinement', z.string().refine((text) => text === 'x'), 'y'],
  ['a sticky pattern', z.string().regex(/x/g), 'x'],
  ['a format', z.email(), 'x'],
  ['a coercion', z.coerce.number(), '1'],
  ['a strict object', z.strictObject({}), { a: 1 }],
  ['a record', z.record(z.string(), z.string().trim()), { a: ' x ' }],
  ['a key of the prototype', z.object({ a: z.string() }), JSON.parse('{"a":"x","__proto__":{}}')],
  ['a catch', z.string().catch('x'), 1],
])('leaves %s to the schema', (_, schema, value) => {
  expect(quickCheck(schema)(value)).toBe(false)
})
