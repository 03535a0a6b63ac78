import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sketchTree } from '../../testing/sampleTree'
import type { AgentView } from '../views'
import { DEEPEST, MOST_UNPACKED } from './columnKind'
import { packItem } from './packItem'
import { unpackItem } from './unpackItem'

/** As it arrives: packed, over a wire of text, unpacked. What is not packed comes as it is. */
function sent(item: unknown): unknown {
  const packed = packItem(item)
  if (packed === null) return JSON.parse(JSON.stringify(item))
  const unpacked = unpackItem(JSON.parse(JSON.stringify(packed.packed)))
  if (!unpacked.ok) throw new Error('what was packed here is not understood here')
  return unpacked.value
}

/** Text and key order: what `toEqual` lets pass is seen, too. */
function expectSame(item: unknown): void {
  expect(JSON.stringify(sent(item))).toBe(JSON.stringify(item))
}

const halves = ['\ud83d', '\ude42', '🙂', 'x\ud83d', '']
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...halves), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.constantFrom('claude://run-one/', 'claude://run-one/agent', 'run-one', '__proto__', 'null', '0'),
)
const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', '0', '1', ''), text)
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))

const { value: anything } = fc.letrec((again) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, again('list'), again('rows'), again('object')),
  list: fc.array(again('value'), { maxLength: 6 }),
  object: fc.array(fc.tuple(key, again('value')), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
  /** Objects of few shapes that share what they say: what is sent. */
  rows: fc
    .tuple(
      fc.array(key, { maxLength: 4 }),
      fc.array(fc.tuple(fc.array(again('value'), { maxLength: 4 }), fc.nat(4)), { maxLength: 8 }),
    )
    .map(([keys, rows]) =>
      rows.map(([values, without]) =>
        Object.fromEntries(keys.flatMap((name, i) => (i === without ? [] : [[name, values[i] ?? null]]))),
      ),
    ),
}))

it('brings over any JSON as it was', () => {
  fc.assert(fc.property(anything, expectSame), { numRuns: 1500, seed: 7 })
})

it('brings over texts that hold one another, cut through the middle of a sign', () => {
  const some = fc.array(fc.tuple(text, text, fc.boolean()), { minLength: 2, maxLength: 8 })
  const affix = fc.tuple(text, text)
  fc.assert(
    fc.property(some, affix, (pairs, [before, after]) => {
      const rows = pairs.map(([one, other, isNull]) => ({
        id: isNull ? null : one,
        path: isNull ? null : before + one + after,
        same: isNull ? null : one,
        near: before + other,
      }))
      expectSame({ rows })
    }),
    { numRuns: 1500, seed: 7 },
  )
})

it.each([
  ['keys of the prototype', JSON.parse('[{"__proto__":{"a":1},"constructor":1},{"__proto__":{"a":2},"constructor":2}]')],
  ['a key that is absent beside one that is null', [{ a: 1 }, { a: 1, b: null }, { b: null, a: 1 }, {}]],
  ['nothing at all', [[], {}, [[]], [{}], '']],
  ['numbers and texts that look alike', [0, '0', 1, '1', null, 'null', true, 'true', '0']],
  ['the same text at many places', [{ a: 'xxxxxxxx' }, { a: 'yyyyyyyy' }, { b: ['xxxxxxxx', 'yyyyyyyy', 'xxxxxxxx'] }]],
])('brings over %s', (_, item) => {
  expectSame(item)
  expect(packItem(item)).not.toBeNull()
})

it('gives every object keys of its own, and leaves prototypes alone', () => {
  const [one, other] = sent(JSON.parse('[{"__proto__":{"a":1},"x":1},{"__proto__":{"a":2},"x":2}]')) as Record<string, unknown>[]
  expect(Object.keys(one ?? {})).toEqual(['__proto__', 'x'])
  expect(Object.getPrototypeOf(other)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('a')
})

it('shares nothing between two objects or two lists', () => {
  const row = { own: { n: 1 }, list: ['x'], other: ['x'] }
  const [one, other] = sent([row, row]) as [typeof row, typeof row]
  expect(one.own).not.toBe(other.own)
  expect(one.list).not.toBe(other.list)
  expect(one.list).not.toBe(one.other)
})

it.each([
  ['undefined', [undefined]],
  ['a key without a value', [{ a: 1, b: undefined }]],
  ['a number that is none', [1, Number.NaN]],
  ['a function', { a: () => 1 }],
  ['a date', [new Date(0)]],
  ['a large whole number', [1n]],
])('does not pack %s', (_, item) => {
  expect(packItem(item)).toBeNull()
})

it('packs what is as deep as the other end goes, and nothing deeper', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1
    for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value }
    return value
  }
  expectSame(nested(DEEPEST))
  expect(packItem(nested(DEEPEST))).not.toBeNull()
  expect(packItem(nested(DEEPEST + 1))).toBeNull()
  expectSame(nested(500))
})

it('does not pack more than the other end would take, and no less', () => {
  // Of itself, of its length and of what is in it: each column counts beside its values.
  const ones = (count: number) => Array.from({ length: count }, () => 1)
  const most = packItem(ones(MOST_UNPACKED - 5))?.packed
  expect(unpackItem(most).ok).toBe(true)
  expect(packItem(ones(MOST_UNPACKED - 4))).toBeNull()
  expect(unpackItem(['l', MOST_UNPACKED - 4, 1]).ok).toBe(false)
  const before = 'x'.repeat(9000)
  const rows = Array.from({ length: 1000 }, (_, i) =>
    i === 0 ? { id: 'abcdefgh', path: `${before}abcdefgh` } : { id: null, path: null },
  )
  expectSame(rows)
  expect(packItem(rows)).not.toBeNull()
})

it('makes less than half of agents that are like real ones', () => {
  const run = '53d99abc-c671-4818-87ea-cafc38d76bd4'
  const { agents } = sketchTree({
    children: Array.from({ length: 300 }, (_, i) => ({
      id: `a${(i * 7919).toString(16).padStart(16, '0')}`,
      call: `toolu_${(i * 104_729).toString(16).padStart(24, '0')}`,
      type: ['general-purpose', 'Explore', 'Plan'][i % 3] ?? null,
      description: `Look at part ${i} of the ledger`,
      prompt: `Look at part ${i * 31} of the ledger and say what is in it. `.repeat(3).slice(0, 200),
      phase: i % 20 === 0 ? ('failed' as const) : ('completed' as const),
      error: i % 20 === 0 ? `it ended with ${i}` : null,
      tokens: 1000 + i * 37,
      seconds: i % 90,
      secondsAgo: 4000 - i,
      tools: i % 9,
      ...(i % 50 === 0 ? { attended: [`toolu_${i}`] } : {}),
    })),
  })
  const placed = agents.map((agent: AgentView) => ({ ...agent, uri: `claude://${run}/${agent.id}` }))
  const item = { kind: 'patch', run: `claude://${run}`, seq: 3, row: null, agents: placed, removed: [], isWhole: false }
  expectSame(item)
  const packed = JSON.stringify(packItem(item)?.packed)
  expect(packed.length).toBeLessThan(0.45 * JSON.stringify(item).length)
})
