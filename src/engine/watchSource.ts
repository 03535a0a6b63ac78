import type { Timers } from './every'
import type { WatchDisk } from './watchDisk'

export type FolderChange = 'appeared' | 'vanished'

/** What every way of watching one root is given: where it tells, and the world it lives in. */
export interface WatchSourceOptions {
  readonly root: string
  readonly disk: WatchDisk
  readonly timers: Timers
  readonly want: (relPath: string) => boolean
  readonly enter: (relPath: string) => boolean
  readonly onHint: (relPath: string) => void
  readonly onFolder: (relPath: string, change: FolderChange) => void
  /** A folder that cannot be watched or read; the rest goes on. */
  readonly onProblem: (relPath: string, code: string) => void
  /** The system has no more watches: this source has closed itself. */
  readonly onExhausted: (code: string) => void
  /** The root is gone or was replaced: this source is of no more use. */
  readonly onRootLost: () => void
}

export interface WatchSource {
  /** Settles when every folder present at the start is watched; also when closed before. */
  readonly ready: Promise<void>
  folderCount(): number
  /** Compares what is watched with what a walk found, and opens what it missed. */
  adopt(folders: readonly string[]): void
  close(): void
}
