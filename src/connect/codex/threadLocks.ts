import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnProcess, openFilesOf, type ProcessFolder, systemProcesses } from '../processes/ownProcesses'

/** Which threads a process has loaded, by the locks that it holds. The lock files are only looked at, never opened. */
export interface ThreadLocks {
  /** Null where this system does not tell who holds a lock. By thread; a pid of null: held, by whom is not told. */
  readonly holders: ReadonlyMap<string, number | null> | null
  /** False: this release of the product does not lock, or has not run here yet. */
  readonly hasLocks: boolean
}

/** By inode; null: there is no such table. */
export type LockTable = ReadonlyMap<string, readonly HeldLock[]> | null

interface HeldLock {
  readonly pid: number | null
  /** `major:minor` in hexadecimal, as the kernel prints it. */
  readonly device: string
}

export function readThreadLocks(
  root: string,
  folder: ProcessFolder = systemProcesses,
  held: LockTable = readLockTable(folder),
): ThreadLocks {
  if (held === null) return { holders: null, hasLocks: false }
  const lockFolder = join(root, 'thread-writer-locks')
  const names = listLocks(lockFolder)
  if (names === null) return { holders: new Map(), hasLocks: false }
  const holders = new Map<string, number | null>()
  const unsure: string[] = []
  for (const name of names) {
    const found = holderOf(join(lockFolder, name), held)
    if (found === 'unsure') unsure.push(name)
    else holders.set(threadOf(name), found.pid)
  }
  if (unsure.length > 0) findOpened(lockFolder, unsure, held, folder, holders)
  return { holders, hasLocks: true }
}

export function readLockTable(folder: ProcessFolder): LockTable {
  try {
    return parseLocks(readFileSync(tableOf(folder), 'latin1'))
  } catch {
    return null
  }
}

/** The kernel may take 20 ms to print it where many programs run: whoever looks every second must not be kept that long. */
export async function readLockTableAside(folder: ProcessFolder): Promise<LockTable> {
  return readFile(tableOf(folder), 'latin1').then(parseLocks, () => null)
}

function tableOf(folder: ProcessFolder): string {
  return `${folder.path}/locks`
}

function parseLocks(table: string): Exclude<LockTable, null> {
  const held = new Map<string, HeldLock[]>()
  // Lines with an arrow wait for a lock, they do not hold it.
  for (const [, pid, device, inode] of table.matchAll(/^\d+: FLOCK +\S+ +WRITE +(-?\d+) ([\da-f]+:[\da-f]+):(\d+) /gm)) {
    const others = held.get(inode!)
    const lock = { pid: Number(pid) > 0 ? Number(pid) : null, device: device! }
    if (others) others.push(lock)
    else held.set(inode!, [lock])
  }
  return held
}

const ENDING = '.lock'

function listLocks(lockFolder: string): string[] | null {
  try {
    return readdirSync(lockFolder).filter((name) => name.endsWith(ENDING))
  } catch {
    return null
  }
}

function threadOf(name: string): string {
  return name.slice(0, -ENDING.length)
}

/** The inode and the device must agree. Some file systems print another device than they show, there the open files decide. */
function holderOf(path: string, held: ReadonlyMap<string, readonly HeldLock[]>): HeldLock | 'unsure' {
  try {
    const { ino, dev } = statSync(path, { bigint: true })
    return held.get(String(ino))?.find(({ device }) => device === deviceName(dev)) ?? 'unsure'
  } catch {
    return 'unsure'
  }
}

/** As the kernel prints it, from the number that it gives to programs. */
function deviceName(dev: bigint): string {
  const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & 0xfffff000n)
  const minor = (dev & 0xffn) | ((dev >> 12n) & 0xffffff00n)
  return [major, minor].map((part) => part.toString(16).padStart(2, '0')).join(':')
}

/** A program has a lock file open as long as it holds the lock. Only programs that hold some lock are looked at. */
function findOpened(
  lockFolder: string,
  names: readonly string[],
  held: ReadonlyMap<string, readonly HeldLock[]>,
  folder: ProcessFolder,
  holders: Map<string, number | null>,
): void {
  const paths = new Map(names.map((name) => [join(realPathOf(lockFolder), name), threadOf(name)]))
  for (const pid of new Set([...held.values()].flat().map((lock) => lock.pid))) {
    if (pid === null || !isOwnProcess(pid, (name) => name.startsWith('codex'), folder)) continue
    for (const target of openFilesOf(pid, folder)) {
      const thread = paths.get(target)
      if (thread !== undefined) holders.set(thread, pid)
    }
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
