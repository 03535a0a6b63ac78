import type { Timers } from './every'
import { errorCode } from './walkRoot'
import { watchByPolling } from './watchByPolling'
import type { WatchDisk } from './watchDisk'
import { watchFolders } from './watchFolders'
import { watchForRoot } from './watchForRoot'
import type { FolderChange, WatchSource, WatchSourceOptions } from './watchSource'
import { watchWholeRoot } from './watchWholeRoot'

export interface RootState {
  readonly path: string
  readonly state: 'watching' | 'polling' | 'missing' | 'unreadable'
  readonly folders: number
  readonly note: string | null
  /** Folders in which changes are not seen, by path below the root; the codes say why. */
  readonly blocked: ReadonlyMap<string, string>
}

export interface OneRootOptions {
  readonly root: string
  readonly strategy: 'folders' | 'whole' | 'polling'
  readonly pollMs: number
  readonly disk: WatchDisk
  readonly timers: Timers
  readonly want: (relPath: string) => boolean
  readonly enter: (relPath: string) => boolean
  readonly onHint: (relPath: string) => void
  readonly onFolder: (relPath: string, change: FolderChange) => void
  readonly onChanged: () => void
}

/** A class: the source in use is exchanged while the root comes, goes, or runs out of watches. */
export class OneRoot {
  readonly ready: Promise<void>
  readonly #options: OneRootOptions
  readonly #problems = new Map<string, string>()
  #source: WatchSource | undefined
  #wait: { close(): void } | undefined
  #isPolling: boolean
  #rootState: 'found' | 'missing' | 'unreadable' = 'missing'
  #note: string | null = null
  #isClosed = false

  constructor(options: OneRootOptions) {
    this.#options = options
    const { root, strategy, disk, timers, pollMs } = options
    this.#isPolling = strategy === 'polling'
    if (this.#isPolling) this.#note = 'polling was asked for'
    else this.#wait = watchForRoot({ root, disk, timers, pollMs, onMaybeChanged: () => this.adopt([]) })
    this.#openSource(false)
    this.ready = this.#settle()
  }

  state(): RootState {
    const { root: path } = this.#options
    const folders = this.#source?.folderCount() ?? 0
    const note = [this.#note, problemNote(this.#problems)].filter((part) => part !== null).join('; ') || null
    const shared = { path, folders, note, blocked: this.#problems }
    if (this.#rootState !== 'found') return { ...shared, state: this.#rootState }
    if (this.#problems.has('')) return { ...shared, state: 'unreadable' }
    return { ...shared, state: this.#isPolling ? 'polling' : 'watching' }
  }

  get isPolling(): boolean {
    return this.#isPolling
  }

  adopt(folders: readonly string[]): void {
    if (this.#isClosed || this.#isPolling) return
    if (this.#source) this.#source.adopt(folders)
    else this.#openSource(true)
  }

  close(): void {
    this.#isClosed = true
    this.#wait?.close()
    this.#source?.close()
    this.#source = undefined
  }

  /** A source may be exchanged while it opens: the last one counts. */
  async #settle(): Promise<void> {
    let source: WatchSource | undefined
    do {
      source = this.#source
      await source?.ready
      await new Promise<void>((resolve) => this.#options.timers.soon(resolve))
    } while (source !== this.#source)
  }

  #openSource(isNews: boolean): void {
    if (this.#isClosed) return
    const { root, disk, strategy, pollMs } = this.#options
    if (!this.#isPolling) {
      this.#rootState = this.#lookAtRoot()
      if (this.#rootState !== 'found') return this.#options.onChanged()
      const remote = disk.remoteKind(root)
      if (remote) return this.#startPolling(`${remote}: changes made elsewhere raise no events here`, isNews)
    }
    this.#problems.clear()
    const shared = this.#sourceOptions()
    const onRootState = (state: 'found' | 'missing' | 'unreadable'): void => {
      if (state !== this.#rootState) this.#options.onChanged()
      this.#rootState = state
    }
    if (this.#isPolling) this.#source = watchByPolling({ ...shared, pollMs, onRootState }, isNews)
    else this.#source = strategy === 'whole' ? watchWholeRoot(shared, isNews) : watchFolders(shared, isNews)
    this.#options.onChanged()
  }

  #sourceOptions(): WatchSourceOptions {
    const { root, disk, timers, want, enter, onHint, onFolder, onChanged } = this.#options
    return {
      root,
      disk,
      timers,
      want,
      enter,
      onHint,
      onFolder: (path, change) => {
        this.#problems.delete(path)
        onChanged()
        onFolder(path, change)
      },
      onProblem: (path, code) => {
        if (this.#problems.get(path) === code) return
        this.#problems.set(path, code)
        onChanged()
      },
      onExhausted: (code) => this.#startPolling(`the system's watches are used up (${code})`, true),
      onRootLost: () => this.#loseRoot(),
    }
  }

  #startPolling(note: string, isNews: boolean): void {
    this.#wait?.close()
    this.#source?.close()
    this.#isPolling = true
    this.#note = note
    this.#openSource(isNews)
  }

  #loseRoot(): void {
    if (this.#isClosed || this.#isPolling) return
    this.#source = undefined
    this.#options.onFolder('', 'vanished')
    // Made anew in the same breath: nothing above will tell us again.
    this.#openSource(true)
  }

  #lookAtRoot(): 'found' | 'missing' | 'unreadable' {
    try {
      return this.#options.disk.stat(this.#options.root)?.isDirectory() ? 'found' : 'missing'
    } catch (error) {
      errorCode(error)
      return 'unreadable'
    }
  }
}

function problemNote(problems: ReadonlyMap<string, string>): string | null {
  const [first] = problems
  if (!first) return null
  const more = problems.size > 1 ? ` and ${problems.size - 1} more` : ''
  return `cannot watch ${first[0] || 'the root'} (${first[1]})${more}`
}
