import { readFileSync, statfsSync, watch } from 'node:fs'
import type { WalkDisk } from './walkRoot'
import { errorCode, systemDisk } from './walkRoot'

export type RawEvent = 'rename' | 'change'

/** Everything the watchers ask of the system; tests pass one that fails on purpose. */
export interface WatchDisk extends WalkDisk {
  /** Throws with a code when the system refuses. `onBroken`: this watch is dead from now on. */
  watch(
    path: string,
    options: { recursive: boolean },
    onEvent: (event: RawEvent, name: string | null) => void,
    onBroken: (code: string) => void,
  ): { close(): void }
  /** Null: local, or not to be told. Otherwise the name of a file system whose events do not reach us. */
  remoteKind(path: string): string | null
  /** How many folders the system lets a user watch; null: no such limit. */
  watchLimit(): number | null
}

export const systemWatchDisk: WatchDisk = {
  ...systemDisk,
  watch(path, options, onEvent, onBroken) {
    const watcher = watch(path, { recursive: options.recursive })
    watcher.on('change', (event, name) =>
      onEvent(event === 'rename' ? 'rename' : 'change', typeof name === 'string' ? name : null),
    )
    // Without a listener a broken watch (a folder deleted on Windows, say) would end the process.
    watcher.on('error', (error) => onBroken(errorCode(error)))
    return { close: () => watcher.close() }
  },
  remoteKind(path) {
    // Two backslashes begin a network path on Windows.
    if (path.startsWith('\\\\')) return 'network share'
    if (process.platform !== 'linux') return null
    try {
      return REMOTE_FILE_SYSTEMS.get(statfsSync(path).type) ?? null
    } catch {
      return null
    }
  },
  watchLimit() {
    try {
      return Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'latin1')) || null
    } catch {
      return null
    }
  },
}

/** Linux file systems where another machine (or the host of this one) writes without inotify hearing of it; statfs(2). */
const REMOTE_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'VirtualBox share'],
  [0xbacbacbc, 'VMware share'],
])

/** Codes that mean the system has no watch left to give, as against a folder that cannot be watched. */
export function isExhaustion(code: string): boolean {
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM'
}
