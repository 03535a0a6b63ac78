import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceStore, StoreCursor, StoredSource, StoreListing, StoreRead, StoreWatch } from '../../../core/sourceStore'
import { type LaunchedStream, launchedStream } from './launchedStream'
import { readStream, type StreamPlace } from './readStream'
import { StreamWatch } from './StreamWatch'

/** Before the name of a launch; no path below the product's own folder begins like it. */
const PREFIX = 'launched/'
/** A session that has been silent for longer is looked at now and then only. */
const FRESH_MS = 10 * 60_000

/**
 * What sessions that were started here say on their own output, one source each, beside the files that they write: it is there before
 * any file of an agent. No conversations lie in it, so it adds to runs and makes no rows.
 */
export function openStreamStore(stateFolder: string): SourceStore {
  return new StreamStore(join(stateFolder, 'launches'), stateFolder)
}

interface SeenStream extends StoredSource {
  readonly writtenAt: number
}

/** A class because what is listed, read and watched share what is known of each launch. */
class StreamStore implements SourceStore {
  readonly #folder: string
  readonly #above: string
  /** What a launch is never changes. */
  readonly #launches = new Map<string, LaunchedStream | 'other'>()
  readonly #watches = new Set<StoreWatch>()

  constructor(folder: string, above: string) {
    this.#folder = folder
    this.#above = above
  }

  list(): StoreListing {
    return { state: null, sources: this.#streams(), problems: [] }
  }

  look(path: string): StoredSource | null {
    return path.startsWith(PREFIX) ? this.#stream(path.slice(PREFIX.length)) : null
  }

  read: SourceStore['read'] = (path, cursor, { onReplaced, onRecord }, shouldYield = () => false): StoreRead => {
    // Each one, so that records are numbered as lines are.
    const onLine = (offset: number, line: Uint8Array): void => onRecord(`${offset}`, line)
    const read = readStream(this.#out(path), placeOf(cursor), { onReplaced, onLine }, shouldYield)
    if (read.kind !== 'read') return read
    return { kind: 'read', cursor: new StreamCursor(read.place), isComplete: read.isComplete }
  }

  // No item of a transcript lies in it: nobody asks for one.
  record: SourceStore['record'] = () => null
  tail: SourceStore['tail'] = () => undefined

  watch(onHint: (path: string) => void): StoreWatch {
    let known = this.#sizes()
    const bells = new StreamWatch(
      () => this.#restless(),
      () => {
        const sizes = this.#sizes()
        for (const path of new Set([...known.keys(), ...sizes.keys()])) if (known.get(path) !== sizes.get(path)) onHint(path)
        known = sizes
      },
    )
    const watch: StoreWatch = {
      ready: Promise.resolve(),
      state: () => ({ mode: 'watching', note: null }),
      close: () => {
        this.#watches.delete(watch)
        bells.close()
      },
    }
    this.#watches.add(watch)
    return watch
  }

  close(): void {
    for (const watch of this.#watches) watch.close()
  }

  #out(path: string): string {
    return join(this.#folder, path.slice(PREFIX.length), 'out')
  }

  #sizes(): ReadonlyMap<string, number> {
    return new Map(this.#streams().map(({ path, size }) => [path, size]))
  }

  #streams(): readonly SeenStream[] {
    const names = namesIn(this.#folder)
    for (const name of this.#launches.keys()) if (!names.has(name)) this.#launches.delete(name)
    return [...names].flatMap((name) => this.#stream(name) ?? [])
  }

  /** Null: not of this product, or it has said nothing yet. */
  #stream(name: string): SeenStream | null {
    // Names come from addresses too.
    if (!/^[\w-]+$/.test(name)) return null
    const folder = join(this.#folder, name)
    const launch = this.#launches.get(name) ?? launchedStream(folder)
    if (launch === null) return null
    this.#launches.set(name, launch)
    if (launch === 'other') return null
    const stats = statOf(join(folder, 'out'))
    if (!stats || stats.size === 0) return null
    return {
      path: `${PREFIX}${name}`,
      spec: { format: 'records', role: 'side', run: launch.run, agent: null, group: null, project: '' },
      size: stats.size,
      // Of its beginning: what it says is said in the run's own files too, and those tell when it last spoke.
      mtimeMs: launch.startedAt,
      ino: stats.ino,
      family: null,
      writtenAt: stats.mtimeMs,
    }
  }

  #restless(): readonly string[] {
    const streams = [...this.#streams()].sort((a, b) => b.writtenAt - a.writtenAt)
    const now = Date.now()
    const fresh = streams.filter(({ writtenAt }) => now - writtenAt < FRESH_MS)
    const silent = [...this.#launches].filter(([, launch]) => launch !== 'other' && now - launch.startedAt < FRESH_MS)
    const names = [...fresh.map(({ path }) => path.slice(PREFIX.length)), ...silent.map(([name]) => name)]
    const isThere = statOf(this.#folder) !== null
    return [isThere ? this.#folder : this.#above, ...new Set(names.map((name) => join(this.#folder, name)))]
  }
}

class StreamCursor implements StoreCursor {
  readonly kind = 'store-cursor'
  readonly place: StreamPlace

  constructor(place: StreamPlace) {
    this.place = place
  }
}

/** Of another store: from the beginning. */
function placeOf(cursor: StoreCursor | null): StreamPlace | null {
  return cursor instanceof StreamCursor ? cursor.place : null
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder))
  } catch {
    return new Set()
  }
}

function statOf(path: string): { readonly size: number; readonly mtimeMs: number; readonly ino: number } | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
