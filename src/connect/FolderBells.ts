import { type FSWatcher, statSync, watch } from 'node:fs'

interface Bell {
  readonly watcher: FSWatcher
  readonly ino: number
}

/** Most projects have few folders; beyond this the regular look must do. */
const MOST = 64

/** Wakes whoever looks at the disk regularly. A bell may stay silent or ring for nothing. */
export class FolderBells {
  readonly #onRing: () => void
  readonly #bells = new Map<string, Bell>()
  /** Folders whose bell rang. */
  readonly #rung = new Set<string>()
  #isClosed = false

  constructor(onRing: () => void) {
    this.#onRing = onRing
  }

  /** Hangs bells where folders appeared or were replaced, and takes down the others. */
  hang(folders: readonly string[]): void {
    if (this.#isClosed) return
    this.#rung.clear()
    const wanted = new Set(folders.slice(0, MOST))
    for (const [folder, { watcher, ino }] of this.#bells) {
      if (wanted.has(folder) && inodeOf(folder) === ino) continue
      watcher.close()
      this.#bells.delete(folder)
    }
    for (const folder of wanted) if (!this.#bells.has(folder)) this.#hangOne(folder)
  }

  /** A bell rings once: a busy writer would ring it ten thousand times a second. To be called after each look. */
  hangAgain(): void {
    for (const folder of this.#rung) this.#hangOne(folder)
  }

  get count(): number {
    return this.#bells.size + this.#rung.size
  }

  close(): void {
    this.#isClosed = true
    for (const { watcher } of this.#bells.values()) watcher.close()
    this.#bells.clear()
    this.#rung.clear()
  }

  #hangOne(folder: string): void {
    this.#rung.delete(folder)
    const ino = inodeOf(folder)
    if (ino === null) return
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        watcher.close()
        this.#bells.delete(folder)
        this.#rung.add(folder)
        this.#onRing()
      })
      // Without a listener a broken watch would end the process.
      watcher.on('error', () => {
        watcher.close()
        this.#bells.delete(folder)
      })
      this.#bells.set(folder, { watcher, ino })
    } catch {
      // No watch to be had: the regular look finds everything, only later.
    }
  }
}

/** Null: there is none. */
function inodeOf(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.ino ?? null
  } catch {
    return null
  }
}
