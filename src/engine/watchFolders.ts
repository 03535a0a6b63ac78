import type { Dirent, Stats } from 'node:fs'
import { errorCode, isMissingCode } from './walkRoot'
import type { RawEvent } from './watchDisk'
import { isExhaustion } from './watchDisk'
import type { WatchSource, WatchSourceOptions } from './watchSource'

interface Folder {
  readonly path: string
  readonly parent: Folder | undefined
  readonly children: Map<string, Folder>
  readonly identity: string
  /** 0: the file system does not tell, so identity alone proves nothing (inode numbers are reused). */
  readonly bornMs: number
  readonly watch: { close(): void }
  isClosed: boolean
}

interface Task {
  readonly path: string
  /** Every entry inside becomes a hint: the folder is news, nobody has read it. */
  readonly isNews: boolean
}

/** Longest stretch of opening folders before the event loop breathes. */
const SLICE_MS = 15

/**
 * One watch per folder: files cost nothing, and an atomic replace cannot deafen us.
 * A class because the tree, its index and the queue change together and must be closed together.
 */
class FolderTree implements WatchSource {
  readonly ready: Promise<void>
  readonly #options: WatchSourceOptions
  readonly #byPath = new Map<string, Folder>()
  readonly #byIdentity = new Map<string, Folder>()
  #tasks: Task[] = []
  /** Links wait for all real folders, so that a real folder is never shadowed by a link to it. */
  #linkTasks: Task[] = []
  #cancelSlice: (() => void) | undefined
  #isDraining = false
  #isClosed = false
  #settleReady: () => void = () => undefined

  constructor(options: WatchSourceOptions, isNews: boolean) {
    this.#options = options
    this.ready = new Promise((resolve) => {
      this.#settleReady = resolve
    })
    this.#enqueue({ path: '', isNews })
  }

  folderCount(): number {
    return this.#byPath.size
  }

  adopt(folders: readonly string[]): void {
    for (const folder of [...this.#byPath.values()]) {
      if (!folder.isClosed && !this.#isStillThere(folder)) this.#renew(folder)
    }
    for (const path of folders) if (!this.#byPath.has(path)) this.#enqueue({ path, isNews: true })
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelSlice?.()
    this.#tasks = []
    this.#linkTasks = []
    for (const folder of this.#byPath.values()) {
      folder.isClosed = true
      folder.watch.close()
    }
    this.#byPath.clear()
    this.#byIdentity.clear()
    this.#settleReady()
  }

  #enqueue(task: Task): void {
    if (this.#isClosed) return
    this.#tasks.push(task)
    if (!this.#isDraining && !this.#cancelSlice) this.#drain()
  }

  #drain(): void {
    this.#cancelSlice = undefined
    this.#isDraining = true
    const stopAt = performance.now() + SLICE_MS
    while (!this.#isClosed) {
      const task = this.#tasks.pop() ?? this.#linkTasks.shift()
      if (!task) break
      this.#open(task)
      if (performance.now() > stopAt) {
        this.#cancelSlice = this.#options.timers.soon(() => this.#drain())
        break
      }
    }
    this.#isDraining = false
    if (!this.#cancelSlice) this.#settleReady()
  }

  #open({ path, isNews }: Task): void {
    const { disk, onFolder } = this.#options
    const stats = this.#stat(path)
    if (!stats?.isDirectory()) {
      if (path === '') this.#loseRoot()
      return
    }
    if (!this.#claim(path, stats)) return
    const parent = path === '' ? undefined : this.#byPath.get(parentOf(path))
    // The parent was closed while this task waited: its return will bring us back.
    if (path !== '' && !parent) return
    try {
      const watch = disk.watch(
        this.#absolute(path),
        { recursive: false },
        (event, name) => this.#onEvent(folder, event, name),
        () => this.#renew(folder),
      )
      const folder: Folder = {
        path,
        parent,
        children: new Map(),
        identity: identityOf(stats),
        bornMs: bornMs(stats),
        watch,
        isClosed: false,
      }
      this.#byPath.set(path, folder)
      this.#byIdentity.set(folder.identity, folder)
      parent?.children.set(nameOf(path), folder)
      if (isNews) onFolder(path, 'appeared')
      // Only now, with the watch in place: what is written after this listing is heard, what was written before is in it.
      this.#read(folder, isNews)
    } catch (error) {
      this.#refused(path, errorCode(error))
    }
  }

  /** False: this very folder is watched already, here or under another name (a link, a loop). */
  #claim(path: string, stats: Stats): boolean {
    if (this.#byPath.has(path)) return false
    const twin = this.#byIdentity.get(identityOf(stats))
    if (!twin) return true
    if (this.#isStillThere(twin)) return false
    this.#closeTree(twin)
    return true
  }

  #read(folder: Folder, isNews: boolean): void {
    let entries: readonly Dirent[]
    try {
      entries = this.#options.disk.readFolder(this.#absolute(folder.path))
    } catch (error) {
      // Let go, so that a later sweep which can read it opens it as news.
      this.#closeTree(folder)
      this.#refused(folder.path, errorCode(error))
      return
    }
    for (const entry of entries) {
      const path = join(folder.path, entry.name)
      if (entry.isDirectory()) this.#meetFolder(path, isNews, this.#tasks)
      else if (entry.isSymbolicLink() && this.#stat(path)?.isDirectory()) this.#meetFolder(path, isNews, this.#linkTasks)
      else if (isNews) this.#hint(path)
    }
    if (!this.#isDraining && !this.#cancelSlice) this.#drain()
  }

  #meetFolder(path: string, isNews: boolean, tasks: Task[]): void {
    if (!this.#byPath.has(path) && this.#options.enter(path)) tasks.push({ path, isNews })
  }

  #onEvent(folder: Folder, event: RawEvent, name: string | null): void {
    if (folder.isClosed) return
    // No name: the system only says "something in here".
    if (name === null) return this.#read(folder, true)
    const path = join(folder.path, name)
    if (event === 'change') {
      if (!folder.children.has(name)) this.#hint(path)
      return
    }
    const child = folder.children.get(name)
    if (child) {
      if (!this.#isSurelyStillThere(child)) this.#renew(child)
      return
    }
    const stats = this.#stat(path)
    if (stats?.isDirectory()) {
      if (this.#options.enter(path)) this.#enqueue({ path, isNews: true })
      return
    }
    this.#hint(path)
    // A folder's own end is told under its own name, like an event of a child of that name; without this a
    // folder deleted and made again at once would stay deaf.
    if (!stats && name === nameOf(this.#absolute(folder.path))) this.#renew(folder)
  }

  /** Gone, moved, or made anew: let go of the whole branch and look again. */
  #renew(folder: Folder): void {
    if (folder.isClosed) return
    this.#closeTree(folder)
    const isFolder = this.#stat(folder.path)?.isDirectory() ?? false
    if (!isFolder && folder.path === '') return this.#loseRoot()
    // Said even when a folder stands there again: it may be another one, without the files of the first.
    this.#options.onFolder(folder.path, 'vanished')
    if (isFolder) this.#enqueue({ path: folder.path, isNews: true })
    else this.#hint(folder.path)
  }

  #closeTree(folder: Folder): void {
    folder.isClosed = true
    folder.watch.close()
    folder.parent?.children.delete(nameOf(folder.path))
    this.#byPath.delete(folder.path)
    if (this.#byIdentity.get(folder.identity) === folder) this.#byIdentity.delete(folder.identity)
    for (const child of [...folder.children.values()]) this.#closeTree(child)
  }

  #isStillThere(folder: Folder): boolean {
    const stats = this.#stat(folder.path)
    if (!stats || identityOf(stats) !== folder.identity) return false
    return folder.bornMs === 0 || folder.bornMs === stats.birthtimeMs
  }

  #isSurelyStillThere(folder: Folder): boolean {
    return folder.bornMs !== 0 && this.#isStillThere(folder)
  }

  #refused(path: string, code: string): void {
    if (isMissingCode(code)) return
    if (isExhaustion(code)) {
      this.close()
      // Later: our maker may still be in the middle of making us.
      this.#options.timers.soon(() => this.#options.onExhausted(code))
      return
    }
    this.#options.onProblem(path, code)
  }

  #loseRoot(): void {
    this.close()
    this.#options.timers.soon(this.#options.onRootLost)
  }

  #hint(path: string): void {
    if (this.#options.want(path)) this.#options.onHint(path)
  }

  #stat(path: string): Stats | undefined {
    try {
      return this.#options.disk.stat(this.#absolute(path))
    } catch (error) {
      const code = errorCode(error)
      if (!isMissingCode(code)) this.#options.onProblem(path, code)
      return undefined
    }
  }

  #absolute(path: string): string {
    return join(this.#options.root, path)
  }
}

/** `isNews`: the root itself has just appeared, so its whole content becomes hints. */
export function watchFolders(options: WatchSourceOptions, isNews: boolean): WatchSource {
  return new FolderTree(options, isNews)
}

function identityOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`
}

/** Where the system knows no birth time it answers 0 or the time of the last change, which would differ at every look. */
function bornMs(stats: Stats): number {
  return stats.birthtimeMs === stats.ctimeMs ? 0 : stats.birthtimeMs
}

function join(folder: string, name: string): string {
  if (name === '') return folder
  return folder === '' ? name : `${folder}/${name}`
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
