import fc from 'fast-check'
import { expect, test } from 'vitest'
import { opencode } from '../../../core/providers/opencode/opencode'
import { asObject } from '../../../core/readJson'
import { mixed, type RecordedEvent, recordedEvents, recordedTrees } from '../../../testing/servedRecording'
import { FOLDER } from '../../../testing/sessionServer'
import { treesOf } from '../../../testing/treesOf'
import { openOpencodeStore, servedShelfOf } from '../store/openOpencodeStore'
import { hearConversations } from './hearConversations'

const NAMES = [
  'nested',
  'parallel',
  'background',
  'failing',
  'tools',
  'permission',
  'abort-child',
  'question',
  'retry',
  'attach',
].map((name) => `1.18.34/${name}`)

/** Hears everything over a line on which nothing is ever asked. */
function heard(events: readonly RecordedEvent[]): { trees: unknown; aside: number; guessed: readonly string[] } {
  const store = openOpencodeStore({ root: '/nowhere', variables: {} })
  const shelf = servedShelfOf(store)!
  const line = hearConversations({ name: 'here', shelf, isLocal: () => false, atWork: () => [], onChange: () => undefined })
  for (const payload of events) line.hear(JSON.stringify({ directory: FOLDER, project: 'p', payload }))
  line.end()
  const guessed = shelf.of('here').flatMap((one) => (one.isGuessed ? [one.id] : []))
  const result = { trees: JSON.parse(JSON.stringify(treesOf(opencode, store))), aside: shelf.count('here').aside, guessed }
  store.close()
  return result
}

function isChildCreated({ type, properties }: RecordedEvent): boolean {
  return type.startsWith('session.') && asObject(properties['info'])?.['parentID'] !== undefined
}

test.each([...NAMES, '1.17.0/single', '1.2.27/single'])(
  '[S1.1] events of %s alone make the tree that its database says',
  (name) => {
    expect(heard(recordedEvents(name)).trees).toEqual(recordedTrees(name))
  },
)

test.each(NAMES)('[S1.4] %s in any order: grandchildren first, events before their session', { timeout: 60_000 }, (name) => {
  const events = recordedEvents(name)
  const due = recordedTrees(name)
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 40 }), (picks) => {
      expect(heard(mixed(events, picks)).trees).toEqual(due)
    }),
    { numRuns: 25 },
  )
})

test('[S1.16] ten thousand deltas of a part are the one record of it', () => {
  const events = recordedEvents('1.18.34/nested')
  const at = events.findIndex(({ type }) => type === 'message.part.delta')
  const more = [...events.slice(0, at), ...Array.from({ length: 10_000 }, () => events[at]!), ...events.slice(at)]
  expect(heard(more).trees).toEqual(heard(events).trees)
})

test.each(['1.18.34/nested', '1.18.34/parallel'])(
  '[S1.2] %s without a word of the children about themselves: the tasks that started them say whose they are, in any order',
  (name) => {
    const events = recordedEvents(name).filter((event) => !isChildCreated(event))
    const shape = (trees: unknown): unknown =>
      Object.values(trees as ReturnType<typeof recordedTrees>).map(({ uri, agents, unplaced }) => [
        uri,
        agents.map(({ id, parent, call }) => [id, parent, call]),
        unplaced.length,
      ])
    const due = shape(recordedTrees(name))
    const first = heard(events)
    expect([first.aside, first.guessed]).toEqual([0, []])
    expect(shape(first.trees)).toEqual(due)
    fc.assert(
      fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 40 }), (picks) => {
        expect(shape(heard(mixed(events, picks)).trees)).toEqual(due)
      }),
      { numRuns: 40 },
    )
  },
)

test('[S1.21] two runs at once in one folder never exchange an event', () => {
  const [one, other] = ['1.18.34/nested', '1.18.34/parallel'].map(recordedEvents) as [RecordedEvent[], RecordedEvent[]]
  const both = mixed([...one, ...other], [3, 1, 4, 1, 5, 9, 2, 6])
  expect(heard(both).trees).toEqual({ ...recordedTrees('1.18.34/nested'), ...recordedTrees('1.18.34/parallel') })
})
