import type { SourceStore } from '../core/sourceStore'
import type { Catalog } from './catalog'
import { every } from './every'
import type { WatchState } from './watchRoots'

/** A store while it is watched: hints at once, and now and then everything that differs from what is known. */
export interface WatchedStore {
  readonly ready: Promise<void>
  /** The folder's own state with what the store has to say. */
  describe(folder: WatchState): WatchState
  sweep(): void
  close(): void
}

const SWEEP_MS = 60_000

export function watchStore(store: SourceStore, known: () => Catalog, onHint: (path: string) => void): WatchedStore {
  const watch = store.watch(onHint)
  const sweep = (): void => {
    const listing = store.list()
    // Closed to us for a moment, the whole or one database of it: what is not listed may be there all the same.
    if (listing.state === 'unreadable') return
    const { files } = known()
    const isClosed = (path: string): boolean => listing.problems.some((problem) => path.startsWith(`${problem.path}/`))
    const seen = new Set<string>()
    for (const { path, size, mtimeMs, ino } of listing.sources) {
      seen.add(path)
      const file = files.get(path)
      if (!file || file.size !== size || file.mtimeMs !== mtimeMs || file.ino !== ino) onHint(path)
    }
    for (const [path, { spec }] of files) if (spec.format === 'records' && !seen.has(path) && !isClosed(path)) onHint(path)
  }
  const regular = every(SWEEP_MS, () => Promise.resolve(sweep()))
  return {
    ready: watch.ready,
    describe(folder) {
      const { mode, note } = watch.state()
      const notes = [folder.note, note].filter((one) => one !== null)
      return {
        ...folder,
        mode: mode === 'polling' && folder.mode === 'events' ? 'mixed' : folder.mode,
        note: notes.length === 0 ? null : notes.join('; '),
      }
    },
    sweep,
    close() {
      regular.close()
      watch.close()
    },
  }
}
