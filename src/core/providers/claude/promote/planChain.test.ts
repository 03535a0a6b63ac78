import { describe, expect, it } from 'vitest'
import type { Damage } from './damageBetween'
import { type Outline, outlineRecord } from './outlineRecord'
import { planChain } from './planChain'

type Fields = Readonly<Record<string, unknown>>

function outlines(file: number, records: readonly (Fields | null)[]): { records: Outline[]; damage: Damage[] } {
  const read: Outline[] = []
  const damage: Damage[] = []
  records.forEach((record, line) => {
    const made = record && outlineRecord(record, { file, line, offset: line, length: 100 }, JSON.stringify(record))
    if (made) read.push(made)
    else damage.push({ file, line })
  })
  return { records: read, damage }
}

const user = (uuid: string, content: unknown, parent: string | null = null, more: Fields = {}): Fields => ({
  type: 'user',
  uuid,
  parentUuid: parent,
  message: { role: 'user', content },
  ...more,
})
const said = (uuid: string, id: string, block: Fields, parent: string | null = null): Fields => ({
  type: 'assistant',
  uuid,
  parentUuid: parent,
  message: { id, role: 'assistant', content: [block] },
})
const text = { type: 'text', text: 'x' }
const call = (id: string): Fields => ({ type: 'tool_use', id, name: 'Bash', input: {} })
const result = (id: string): Fields[] => [{ type: 'tool_result', tool_use_id: id, content: 'x' }]

function uuidsOf(
  own: readonly (Fields | null)[],
  more: { at?: string | number; parent?: readonly (Fields | null)[]; agent?: string } = {},
): string {
  const mine = outlines(0, own)
  const theirs = more.parent ? outlines(1, more.parent) : null
  const planned = planChain({
    ...mine,
    agent: more.agent ?? 'x',
    isOwnFile: more.agent === undefined,
    parent: theirs?.records ?? null,
    damage: [...mine.damage, ...(theirs?.damage ?? [])],
    at: more.at ?? null,
    openCalls: 'answer',
  })
  if (!planned.ok) return planned.failure.reason
  return planned.value.items.map((item) => (item.kind === 'record' ? item.record.uuid : '?')).join(' ')
}

const boundary = {
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'b',
  compactMetadata: { preservedMessages: { uuids: ['3', '4'] } },
}
const compacted = [
  user('1', 'go'),
  said('2', 'c1', text),
  said('3', 'c2', call('a')),
  user('4', result('a')),
  boundary,
  user('s', 'summary', 'b', { isCompactSummary: true }),
  said('5', 'c3', text),
]

describe('a compacted agent', () => {
  it('is its summary, what was preserved from before, and the rest', () => {
    expect(uuidsOf(compacted)).toBe('s 3 4 5')
  })

  it('cut before the boundary it is all that it was', () => {
    expect(uuidsOf(compacted, { at: '2' })).toBe('1 2')
  })

  it('whose summary never came is all that it was', () => {
    expect(uuidsOf(compacted.slice(0, 5))).toBe('1 2 3 4')
  })

  it('needs nothing of what lies before the boundary', () => {
    expect(uuidsOf([null, ...compacted.slice(1)])).toBe('s 3 4 5')
  })
})

describe('a fork', () => {
  const parent = [
    user('p1', 'go'),
    said('p2', 'm', call('a'), 'p1'),
    said('p3', 'm', call('b'), 'p2'),
    user('p4', result('b'), 'p3'),
    user('p5', result('a'), 'p2'),
    { type: 'attachment', uuid: 'p6', parentUuid: 'p4', attachment: { type: 'prompt_snapshot' } },
    said('p7', 'n', call('fork'), 'p6'),
    user('p8', 'later', 'p7'),
  ]
  const reference = { type: 'fork-context-ref', parentSessionId: 's', parentLastUuid: 'p6' }
  const own = [reference, said('f1', 'n', call('fork')), user('f2', result('fork'), 'f1'), said('f3', 'q', text, 'f2')]

  it('begins with its parent up to where it was forked, branches of parallel calls included', () => {
    expect(uuidsOf(own, { parent })).toBe('p1 p2 p3 p5 p4 f1 f2 f3')
  })

  it('keeps what a compaction of its parent had preserved', () => {
    const forked = [{ ...reference, parentLastUuid: '5' }, ...own.slice(1)]
    const linked = compacted.map((record) => (record['uuid'] === '5' ? { ...record, parentUuid: 's' } : record))
    expect(uuidsOf(forked, { parent: linked })).toBe('s 3 4 5 f1 f2 f3')
  })

  it('is refused where its history is not there, or has a hole', () => {
    expect(uuidsOf(own, { parent: parent.slice(0, 3) })).toBe('history_missing')
    expect(uuidsOf(own)).toBe('history_missing')
    expect(uuidsOf(own, { parent: parent.map((record, i) => (i === 2 ? null : record)) })).toBe('damaged')
    expect(uuidsOf(own, { parent: [null, ...parent, null] })).toBe('p1 p2 p3 p5 p4 f1 f2 f3')
  })
})

describe('a side chain in the main file', () => {
  const side = { isSidechain: true }
  const main = [
    user('1', 'main'),
    user('a', 'one', null, side),
    user('b', 'two', null, side),
    { ...said('a2', 'm', call('x'), 'a'), ...side },
    { ...said('b2', 'n', text, 'b'), ...side },
    user('a3', result('x'), 'a2', side),
    said('2', 'o', text),
    null,
    user('3', 'later'),
  ]

  it('is followed from record to record', () => {
    expect([uuidsOf(main, { agent: 'a' }), uuidsOf(main, { agent: 'b' }), uuidsOf(main, { agent: '1' })]).toEqual([
      'a a2 a3',
      'b b2',
      'no_conversation',
    ])
  })

  it('of releases that name the agent is all records of that name', () => {
    const named = main.map(
      (record) => record && (record['isSidechain'] ? { ...record, agentId: `n${String(record['uuid'])[0]}` } : record),
    )
    expect(uuidsOf(named, { agent: 'na' })).toBe('a a2 a3')
  })

  it('with a hole is refused', () => {
    expect(
      uuidsOf(
        main.map((record, i) => (i === 4 ? null : record)),
        { agent: 'a' },
      ),
    ).toBe('damaged')
  })
})

describe('a cut', () => {
  it('takes the whole response, from any of its blocks', () => {
    const own = [user('1', 'go'), said('2', 'm', text), said('3', 'm', text), user('4', 'more')]
    expect([uuidsOf(own, { at: '2' }), uuidsOf(own, { at: 'm' }), uuidsOf(own, { at: '1' })]).toEqual(['1 2 3', '1 2 3', '1'])
  })

  it('falls on any byte: on the message that begins there, or on the one before it', () => {
    const own = [
      user('1', 'go'),
      { type: 'system', uuid: 'n' },
      said('2', 'm', call('a')),
      user('3', result('a')),
      user('4', 'more'),
    ]
    const offsets = outlines(0, own).records.map(({ place }) => place.offset)
    expect(offsets.map((at) => uuidsOf(own, { at }))).toEqual(['1', '1', '1 2 3', '1 2 3', '1 2 3 4'])
  })
})

describe('damage', () => {
  it('behind the last message is left out', () => {
    expect(uuidsOf([user('1', 'go'), said('2', 'm', text), null])).toBe('1 2')
  })

  it('hides nothing but itself where it is the beginning', () => {
    expect(uuidsOf([null, user('1', 'go'), said('2', 'm', text)])).toBe('damaged')
  })
})
