import { isDeepStrictEqual } from 'node:util'
import type { SourceStore, StoreCursor } from '../../../core/sourceStore'
import { openOpencodeStore } from './openOpencodeStore'

/** What was told of each source: its records by id. */
export type Told = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A store that is watched as the engine watches one: every hint is a look and a reading. */
export interface StoreFollower {
  readonly store: SourceStore
  readonly hints: readonly string[]
  readonly replaced: readonly string[]
  readonly refused: readonly string[]
  /** Records that came again and said the same. */
  readonly repeated: readonly string[]
  told(): Told
  /** Without a hint. */
  readOn(): void
  /** Settles when the condition holds; it is asked after every hint, never by the clock. */
  until(condition: () => boolean): Promise<void>
  untilLikeFresh(): Promise<void>
  close(): void
}

type Variables = Readonly<Record<string, string | undefined>>

export function followStore(root: string, variables: Variables = {}): StoreFollower {
  const store = openOpencodeStore({ root, variables })
  const sources = new Map<string, { cursor: StoreCursor | null; readonly records: Map<string, string> }>()
  const waiting = new Set<() => void>()
  const seen = { hints: [] as string[], replaced: [] as string[], refused: [] as string[], repeated: [] as string[] }
  const read = (path: string): void => {
    if (!store.look(path)) return void sources.delete(path)
    const source = sources.get(path) ?? { cursor: null, records: new Map() }
    const reading = store.read(path, source.cursor, {
      onReplaced: () => {
        seen.replaced.push(path)
        source.records.clear()
      },
      onRecord: (id, json) => {
        const said = Buffer.from(json).toString()
        if (source.records.get(id) === said) seen.repeated.push(id)
        source.records.set(id, said)
      },
    })
    if (reading.kind === 'unreadable') seen.refused.push(reading.reason)
    if (reading.kind === 'gone') sources.delete(path)
    if (reading.kind !== 'read') return
    source.cursor = reading.cursor
    sources.set(path, source)
  }
  for (const { path } of store.list().sources) read(path)
  const watch = store.watch((path) => {
    seen.hints.push(path)
    read(path)
    for (const look of [...waiting]) look()
  })
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const told = (): Told => toldOf([...sources].map(([path, { records }]) => [path, records]))
  return {
    store,
    ...seen,
    told,
    readOn: () => [...sources.keys()].forEach(read),
    until,
    untilLikeFresh: () => until(() => isDeepStrictEqual(told(), readFresh(root, variables))),
    close() {
      watch.close()
      store.close()
    },
  }
}

/** Everything a store has, read once from the beginning. */
export function readFresh(root: string, variables: Variables = {}): Told {
  const store = openOpencodeStore({ root, variables })
  const sources = store.list().sources.map(({ path }): [string, Map<string, string>] => {
    const records = new Map<string, string>()
    store.read(path, null, {
      onReplaced: () => undefined,
      onRecord: (id, json) => void records.set(id, Buffer.from(json).toString()),
    })
    return [path, records]
  })
  store.close()
  return toldOf(sources)
}

function toldOf(sources: readonly (readonly [string, ReadonlyMap<string, string>])[]): Told {
  return Object.fromEntries(sources.map(([path, records]) => [path, Object.fromEntries(records)]))
}
