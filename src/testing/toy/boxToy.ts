import type { Connection } from '../../core/connection'
import type { LiveChannel, ThreadState } from '../../core/liveChannel'
import type { Provider } from '../../core/provider'
import type { SourceStore, StoreCursor, StoredSource } from '../../core/sourceStore'
import { type ToyRecord, toyWords } from './toyDecoder'

/** A product that keeps its conversations in a box, and says which of them are worked on. */
export const boxToy: Provider = {
  ...toyWords,
  id: 'boxtoy',
  label: 'Box toy',
  isWatchedFolder: () => false,
  recognise: () => null,
}

interface BoxCursor extends StoreCursor {
  readonly read: number
}

/** The box itself, filled by a test. */
export class ToyBox {
  private readonly talks = new Map<string, { readonly run: string; readonly records: ToyRecord[] }>()
  private readonly states = new Map<string, ThreadState>()
  private readonly hints = new Set<(path: string) => void>()
  private readonly listeners = new Set<() => void>()

  put(run: string, agent: string | null, record: ToyRecord): void {
    const path = agent ?? run
    const talk = this.talks.get(path) ?? { run, records: [] }
    this.talks.set(path, talk)
    talk.records.push(record)
    for (const hint of this.hints) hint(path)
  }

  hold(thread: string, state: Partial<ThreadState> | null): void {
    const nothing = { activity: null, waitingFor: null, message: null, retryAt: null, pid: null }
    if (state) this.states.set(thread, { ...nothing, ...state })
    else this.states.delete(thread)
    for (const listener of this.listeners) listener()
  }

  connection(): Connection {
    return { provider: 'boxtoy', variables: [], openStore: () => this.store(), openChannel: () => this.channel() }
  }

  private sourceOf(path: string): StoredSource | null {
    const talk = this.talks.get(path)
    if (!talk) return null
    const agent = path === talk.run ? null : path
    const spec = {
      format: 'records',
      role: agent === null ? 'main' : 'agent',
      run: talk.run,
      agent,
      group: null,
      project: '/toys',
    } as const
    return { path, spec, size: talk.records.length, mtimeMs: talk.records.at(-1)?.at ?? 0, ino: 1, family: null }
  }

  private store(): SourceStore {
    const bytes = (record: ToyRecord): Uint8Array => Buffer.from(JSON.stringify(record))
    return {
      list: () => ({
        state: 'found',
        sources: [...this.talks.keys()].flatMap((path) => this.sourceOf(path) ?? []),
        problems: [],
      }),
      look: (path) => this.sourceOf(path),
      read: (path, cursor, sink) => {
        const records = this.talks.get(path)?.records
        if (!records) return { kind: 'gone' }
        const from = (cursor as BoxCursor | null)?.read ?? 0 // Only this store makes cursors.
        for (const [i, record] of records.slice(from).entries()) sink.onRecord(`${from + i}`, bytes(record))
        const next: BoxCursor = { kind: 'store-cursor', read: records.length }
        return { kind: 'read', cursor: next, isComplete: true }
      },
      record: (path, id) => {
        const record = this.talks.get(path)?.records[Number(id)]
        return record ? bytes(record) : null
      },
      tail: (path, limit, onRecord) => {
        const records = this.talks.get(path)?.records ?? []
        const from = Math.max(0, records.length - limit)
        for (const [i, record] of records.slice(from).entries()) onRecord(`${from + i}`, bytes(record))
      },
      watch: (onHint) => {
        this.hints.add(onHint)
        return {
          ready: Promise.resolve(),
          state: () => ({ mode: 'watching', note: null }),
          close: () => void this.hints.delete(onHint),
        }
      },
      close: () => undefined,
    }
  }

  private channel(): LiveChannel {
    return {
      threads: () => this.states,
      isExhaustive: true,
      channels: () => [],
      retry: () => undefined,
      refresh: () => Promise.resolve(),
      onChange: (listener) => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      },
      close: () => undefined,
    }
  }
}
