import type { ConnectionSettings } from '../../../core/connection'
import type { SourceStore, StoreListing, StorePlace, StoreRead, StoreWatch } from '../../../core/sourceStore'
import { FolderBells } from '../../FolderBells'
import { ServedShelf } from '../served/ServedShelf'
import { DatabaseShelf } from './DatabaseShelf'
import { stampOf } from './documents'
import { databaseNamed, findDatabases } from './findDatabases'
import { LookingLoop } from './LookingLoop'
import { MergedSessions } from './MergedSessions'
import type { SessionShelf } from './SessionShelf'
import { StorageShelf } from './StorageShelf'

/** What is locked for so long is worth a word; before that it is only being written. */
const PATIENCE_MS = 3000

/** The conversations of a data folder: of its databases, and of the documents that older releases wrote. */
export function openOpencodeStore(settings: ConnectionSettings): SourceStore {
  return new OpencodeStore(settings)
}

/** Where it takes what servers tell; null: it is no store of this product. */
export function servedShelfOf(store: SourceStore): ServedShelf | null {
  return store instanceof OpencodeStore ? store.served : null
}

/** A class because shelves, what is merged of them and who listens must agree with one another. */
class OpencodeStore implements SourceStore {
  readonly #settings: ConnectionSettings
  readonly #databases = new Map<string, DatabaseShelf>()
  readonly #storage: StorageShelf
  readonly served: ServedShelf
  readonly #merged = new MergedSessions(() => this.#shelves())
  readonly #listeners = new Set<(path: string) => void>()
  readonly #watches = new Set<StoreWatch>()
  #folder = ''
  #news = 0

  constructor(settings: ConnectionSettings) {
    this.#settings = settings
    const isImported = (id: string): boolean => [...this.#databases.values()].some((one) => one.sessions.has(id))
    this.#storage = new StorageShelf(settings.root, (id) => this.#changed(id), isImported)
    const elsewhere = {
      has: (id: string) => isImported(id) || this.#storage.sessions.has(id),
      look: () => this.#refresh({ isThorough: true }),
    }
    this.served = new ServedShelf((id) => this.#changed(id), elsewhere, settings.children ?? null)
  }

  list(): StoreListing {
    this.#refresh({ isThorough: true })
    const failing = this.#shelves().filter(({ state }) => state.reason !== null)
    // What was read before is only being written; what never was may have a reason that stays.
    const told = failing.filter(({ state }) => !state.isKnown || Date.now() - state.failingSinceMs > PATIENCE_MS)
    const isAnyThere = this.#shelves().some(({ state }) => state.isThere)
    const isFolder = stampOf(this.#settings.root) !== null
    return {
      state: isAnyThere ? 'found' : failing.length > 0 ? 'unreadable' : isFolder ? 'found' : 'missing',
      sources: this.#merged.sources(),
      problems: [
        ...told.map(({ prefix, state }) => ({ path: prefix.slice(0, -1), reason: state.reason ?? '' })),
        ...this.#missingDatabase(),
        ...this.#noFiles(),
        ...[...this.#merged.strangers()].map((path) => ({ path, reason: 'its name is not the id of a session' })),
      ],
      places: this.#places(),
    }
  }

  look(path: string) {
    const at = this.#find(path)
    if (!at) return null
    at.shelf.refreshOne(at.id)
    return this.#merged.get(at.id)?.path === path ? this.#merged.source(at.id) : null
  }

  read: SourceStore['read'] = (path, cursor, sink, shouldYield): StoreRead => {
    const at = this.#find(path)
    if (!at) return { kind: 'gone' }
    return at.shelf.read(at.id, cursor, sink, shouldYield)
  }

  record: SourceStore['record'] = (path, id) => {
    const at = this.#find(path)
    return at ? at.shelf.record(at.id, id) : null
  }

  tail: SourceStore['tail'] = (path, limit, onRecord) => {
    const at = this.#find(path)
    if (at) at.shelf.tail(at.id, limit, onRecord)
  }

  heard(): Promise<void> {
    return this.served.heard()
  }

  watch(onHint: (path: string) => void): StoreWatch {
    // What was known before counts as known to whoever watches; from here on every change is told.
    this.#refresh({ isThorough: true })
    this.#listeners.add(onHint)
    const bells = new FolderBells(() => loop.ring())
    const hang = (): void => bells.hang([this.#settings.root, ...this.#databaseFolders(), ...this.#storage.announcers()])
    let hungAt = performance.now()
    const loop = new LookingLoop(() => {
      const before = this.#news
      this.#refresh({ isThorough: false })
      if (performance.now() - hungAt > HANG_MS) {
        hungAt = performance.now()
        hang()
      } else bells.hangAgain()
      return { isNews: this.#news !== before }
    })
    hang()
    const watch: StoreWatch = {
      ready: Promise.resolve(),
      // Where there is no folder yet, nothing is missed.
      state: () =>
        bells.count > 0 || !stampOf(this.#settings.root)
          ? { mode: 'watching', note: null }
          : { mode: 'polling', note: 'looks ten times a second' },
      close: () => {
        this.#watches.delete(watch)
        this.#listeners.delete(onHint)
        loop.close()
        bells.close()
      },
    }
    this.#watches.add(watch)
    return watch
  }

  close(): void {
    for (const watch of this.#watches) watch.close()
    for (const shelf of this.#shelves()) shelf.close()
  }

  /** The first shelf that has a session shows it. */
  #shelves(): readonly SessionShelf[] {
    return [...this.#databases.values(), this.#storage, this.served]
  }

  #places(): readonly StorePlace[] {
    return [...this.#databases].flatMap(([file, { prefix, state }]) => {
      const stamp = stampOf(file)
      // Gone meanwhile, and nobody misses it.
      if (!stamp && state.reason === null) return []
      return [{ name: prefix.slice(0, -1), file, sizeBytes: stamp?.sizeBytes ?? null }]
    })
  }

  /** Named by the environment, and not there: the product would make it, we only say so. */
  #missingDatabase(): StoreListing['problems'] {
    const named = databaseNamed(this.#settings.root, this.#settings.variables['OPENCODE_DB'])
    return named === null || stampOf(named) ? [] : [{ path: 'OPENCODE_DB', reason: 'names a database that is not there' }]
  }

  /** Where something else lies under a database's name. */
  #noFiles(): StoreListing['problems'] {
    return [...this.#databases].flatMap(([file, { prefix }]) =>
      stampOf(file)?.isFile === false ? [{ path: prefix.slice(0, -1), reason: 'is no file' }] : [],
    )
  }

  #databaseFolders(): readonly string[] {
    return [...this.#databases.keys()].map((path) => path.replace(/[\\/][^\\/]*$/, ''))
  }

  #refresh({ isThorough }: { readonly isThorough: boolean }): void {
    this.#findShelves()
    for (const shelf of this.#shelves()) shelf.refresh(isThorough)
  }

  #findShelves(): void {
    const { root, variables } = this.#settings
    const named = variables['OPENCODE_DB']
    const folder = `${stampOf(root)?.mtimeMs} ${stampOf(root)?.ino}`
    // A database outside comes without a sign here.
    if (folder === this.#folder && !named) return
    this.#folder = folder
    for (const { path, name } of findDatabases(root, named)) {
      if (!this.#databases.has(path)) this.#databases.set(path, new DatabaseShelf(path, name, (id) => this.#changed(id)))
    }
  }

  readonly #tell = (path: string): void => {
    for (const listener of this.#listeners) listener(path)
  }

  #changed(id: string): void {
    this.#news++
    this.#merged.update(id, this.#tell)
    if (this.served.elsewhere.has(id)) this.served.leave(id)
  }

  #find(path: string): { readonly shelf: SessionShelf; readonly id: string } | null {
    // Asked before anybody listed anything.
    if (this.#folder === '') this.#refresh({ isThorough: true })
    const shelf = this.#shelves().find(({ prefix }) => path.startsWith(prefix))
    if (!shelf) return null
    const id = shelf === this.#storage ? (path.split('/').at(-1) ?? '').replace(/\.json$/, '') : path.slice(shelf.prefix.length)
    // Another shelf has it: this one holds what was left behind.
    const shown = this.#merged.get(id)
    return shown && shown.path !== path ? null : { shelf, id }
  }
}

/** How often folders are looked for that could announce something. */
const HANG_MS = 1000
