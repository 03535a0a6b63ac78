import type { Timers } from './every'
import { systemTimers } from './every'
import type { WatchDisk } from './watchDisk'
import { systemWatchDisk } from './watchDisk'
import type { OneRootOptions, RootState } from './watchOneRoot'
import { OneRoot } from './watchOneRoot'
import type { FolderChange } from './watchSource'

export interface WatchState {
  readonly mode: 'events' | 'polling' | 'mixed'
  /** Folders with a watch of their own. */
  readonly folders: number
  /** What the system allows; null: no limit known. */
  readonly limit: number | null
  readonly note: string | null
  readonly roots: readonly RootState[]
}

export interface WatchHandlers {
  /** Look at this file: new, changed, gone, or perhaps nothing at all. */
  readonly onHint: (rootIndex: number, relPath: string) => void
  /** '' is the root. After 'vanished' every file known below it deserves a look: no hints come for them. */
  readonly onFolder: (rootIndex: number, relPath: string, change: FolderChange) => void
  readonly onState: (state: WatchState) => void
}

export interface WatchSettings {
  /** 'polling' forces it; 'auto' uses events wherever they can be trusted. */
  readonly mode?: 'auto' | 'polling'
  readonly pollMs?: number
  /** Files nobody asks for raise no hints. */
  readonly want?: (relPath: string) => boolean
  /** Folders for which it says no are neither watched nor read. */
  readonly enter?: (relPath: string) => boolean
  readonly disk?: WatchDisk
  readonly timers?: Timers
  readonly platform?: NodeJS.Platform
}

export interface WatchHandle {
  /** From here on nothing is missed: walk the roots after this. Files already there raise no hints. */
  readonly ready: Promise<void>
  state(): WatchState
  /** Gives a sweep's findings to the watcher: folders whose birth or end was lost are opened or let go. */
  adopt(rootIndex: number, folders: readonly string[]): void
  close(): void
}

const EVERYTHING = (): boolean => true

/** The one way to watch. A hint only says "look at this file"; what happened is for the reader to find out. */
export function watchRoots(roots: readonly string[], handlers: WatchHandlers, settings: WatchSettings = {}): WatchHandle {
  const { disk = systemWatchDisk, timers = systemTimers } = settings
  let isClosed = false
  let cancelReport: (() => void) | undefined
  const watched: OneRoot[] = []
  const report = (): void => {
    cancelReport = undefined
    handlers.onState(summarise(watched, disk.watchLimit()))
  }
  const onChanged = (): void => {
    // A burst of 200 new folders is one report, not 200.
    if (!isClosed) cancelReport ??= timers.soon(report)
  }
  for (const [rootIndex, root] of roots.entries()) watched.push(new OneRoot(optionsFor(root, rootIndex)))
  onChanged()
  return {
    ready: Promise.all(watched.map((one) => one.ready)).then(onChanged),
    state: () => summarise(watched, disk.watchLimit()),
    adopt: (rootIndex, folders) => watched[rootIndex]?.adopt(folders),
    close() {
      isClosed = true
      cancelReport?.()
      for (const one of watched) one.close()
    },
  }

  function optionsFor(root: string, rootIndex: number): OneRootOptions {
    return {
      root,
      strategy: settings.mode === 'polling' ? 'polling' : wholeTree(settings.platform ?? process.platform) ? 'whole' : 'folders',
      pollMs: settings.pollMs ?? 1000,
      disk,
      timers,
      want: settings.want ?? EVERYTHING,
      enter: settings.enter ?? EVERYTHING,
      onHint: (relPath) => {
        if (!isClosed) handlers.onHint(rootIndex, relPath)
      },
      onFolder: (relPath, change) => {
        if (!isClosed) handlers.onFolder(rootIndex, relPath, change)
      },
      onChanged,
    }
  }
}

/** Where one native handle covers a tree; on Linux the same request watches every file and goes deaf after a replace. */
function wholeTree(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32'
}

function summarise(watched: readonly OneRoot[], limit: number | null): WatchState {
  const roots = watched.map((one) => one.state())
  const polling = watched.filter((one) => one.isPolling).length
  const mode = polling === 0 ? 'events' : polling === watched.length ? 'polling' : 'mixed'
  const notes = roots.filter((root) => root.note !== null).map((root) => `${root.path}: ${root.note}`)
  return { mode, folders: roots.reduce((sum, root) => sum + root.folders, 0), limit, note: notes.join('; ') || null, roots }
}
