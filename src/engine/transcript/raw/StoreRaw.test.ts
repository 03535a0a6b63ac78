import { expect, it } from 'vitest'
import type { SourceStore, StoreCursor } from '../../../core/sourceStore'
import { boxToy } from '../../../testing/toy/boxToy'
import { RecordIds } from '../../RecordIds'
import type { SourceTail } from '../../sourceTail'
import { TranscriptColumns } from '../../transcriptIndex'
import { StoreRaw } from './StoreRaw'

interface Cursor extends StoreCursor {
  readonly read: number
}

/** A conversation whose records are told again as they change. */
function openTalk() {
  const told: { readonly id: string; readonly json: Buffer }[] = []
  const recordIds = new RecordIds()
  const columns = new TranscriptColumns(recordIds)
  // Only what a list asks of a store.
  const store = {
    read(_path, cursor, sink) {
      // Only this store makes cursors.
      for (const { id, json } of told.slice((cursor as Cursor | null)?.read ?? 0)) sink.onRecord(id, json)
      const next: Cursor = { kind: 'store-cursor', read: told.length }
      return { kind: 'read', cursor: next, isComplete: true }
    },
    record: (_path, id) => told.findLast((one) => one.id === id)?.json ?? null,
  } as Pick<SourceStore, 'read' | 'record'> as SourceStore
  const tail = {
    origin: { place: { provider: boxToy, root: '' }, path: 'talk', run: 'talk' },
    items: new Map([['talk', columns]]),
  } as unknown as SourceTail
  const list = new StoreRaw(tail, 'talk', store)
  return {
    list,
    look: (isLive: boolean) => {
      list.look(() => false, isLive)
      return Array.from({ length: list.total }, (_, raw) => [list.beforeOf(raw), String(list.storedAt(raw))])
    },
    tell: (id: string, record: object) => void told.push({ id, json: Buffer.from(JSON.stringify(record)) }),
    show: (id: string) =>
      columns.add(
        { thread: 'talk', at: 0, items: [{ kind: 'text', call: null, name: null }], answers: [] },
        { offset: recordIds.numberOf(id), length: 0, line: 0 },
      ),
  }
}

it('a record that is being written is no line before it is an item, and what stood behind it then stands behind the item', () => {
  const talk = openTalk()
  talk.tell('a', { at: 1 })
  talk.tell('b', { at: 2, say: 'wor' })
  talk.tell('c', { at: 3 })
  expect(talk.look(true)).toEqual([
    [0, '{"at":1}'],
    [0, '{"at":3}'],
  ])
  const { revision } = talk.list
  talk.tell('b', { at: 2, say: 'words' })
  talk.show('b')
  expect(talk.look(true)).toEqual([
    [0, '{"at":1}'],
    [1, '{"at":3}'],
  ])
  expect(talk.list.revision).not.toBe(revision)
})

it('what nobody writes any more and what no item came of is shown', () => {
  const talk = openTalk()
  talk.tell('a', { at: 1, say: 'half' })
  expect(talk.look(true)).toEqual([])
  expect(talk.look(false)).toEqual([[0, '{"at":1,"say":"half"}']])
})

it('what is added is told behind the rest, what is told again stays where it is', () => {
  const talk = openTalk()
  talk.tell('a', { at: 1 })
  talk.look(true)
  const { revision } = talk.list
  talk.tell('b', { at: 2 })
  talk.tell('a', { at: 9 })
  expect(talk.look(true)).toEqual([
    [0, '{"at":9}'],
    [0, '{"at":2}'],
  ])
  expect(talk.list.revision).toBe(revision)
})
