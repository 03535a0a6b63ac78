import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelState, LiveChannel, ThreadState } from '../../core/liveChannel'
import type { Clock } from '../clock'
import { waitForFirstWords } from '../firstWords'
import { type Ending, type KeptConnection, keepConnected, type Life } from '../keepConnected'
import { createListeners } from '../listeners'
import { type ProcessFolder, systemProcesses } from '../processes/ownProcesses'
import { hearAppServer } from './hearAppServer'
import { readOpenRollouts } from './openRollouts'
import { type LockTable, readLockTable, readLockTableAside, readThreadLocks } from './threadLocks'
import { createThreadStatuses, type ThreadStatuses } from './threadStatuses'

export interface CodexChannelSettings {
  /** The product's home (absolute). */
  readonly root: string
  readonly clock: Clock
  readonly processes?: ProcessFolder
}

const NO_LOCKS = 'This system does not tell which program has a thread open: only the app-server tells what runs.'
const SOCKET = join('app-server-control', 'app-server-control.sock')

interface AppServer {
  readonly kept: KeptConnection
  /** Another one means another server behind the same path. */
  identity: string
}

/** Which threads are loaded, by their locks, and what they do, by the shared app-server where one runs. */
export function openCodexChannel({ root, clock, processes = systemProcesses }: CodexChannelSettings): LiveChannel {
  const listeners = createListeners()
  const firstWords = waitForFirstWords(clock)
  const who = keepWho(root, processes, listeners.raise)
  let statuses: ThreadStatuses = createThreadStatuses()
  let server: AppServer | null = null
  let isClosed = false
  const start = (identity: string): AppServer => {
    const live = async (life: Life): Promise<Ending> => {
      const own = createThreadStatuses()
      const socketPath = realPathOf(join(root, SOCKET))
      const onConnected = (version: string | null): void => {
        statuses = own
        life.onConnected(version)
      }
      const onChange = (): void => void (statuses === own && listeners.raise())
      const ending = await hearAppServer({ socketPath, statuses: own, clock, onChange }, { signal: life.signal, onConnected })
      // The locks still say which threads are held: of a server that was killed, none.
      if (statuses === own) statuses = createThreadStatuses()
      who.look()
      return ending
    }
    return { identity, kept: keepConnected(live, clock, listeners.raise) }
  }
  const lookForServer = (): void => {
    const identity = socketIdentity(join(root, SOCKET))
    if (identity === null) {
      if (server === null || server.kept.standing().state === 'connected') return
      server.kept.close()
      server = null
      listeners.raise()
    } else if (server === null) {
      server = start(identity)
    } else if (server.identity !== identity) {
      server.identity = identity
      server.kept.retry()
    }
  }
  return {
    threads: () => mergeThreads(who.held().holders, statuses),
    get isExhaustive() {
      return who.held().tellsLocks
    },
    channels: () => serverChannel(server),
    heardPids: () => who.held().seen,
    joinableAt: (thread) =>
      server?.kept.standing().state === 'connected' && statuses.threads(() => null).has(thread) ? SOCKET : null,
    limits: () => (who.held().isBlind ? [NO_LOCKS] : []),
    retry(name) {
      if (name === null || name === SOCKET) server?.kept.retry()
    },
    async refresh() {
      await who.lookAside()
      // A connection that is opened now nobody would close.
      if (isClosed) return
      lookForServer()
      if (server !== null) await firstWords([server.kept])
    },
    onChange: listeners.add,
    close() {
      isClosed = true
      server?.kept.close()
      server = null
      listeners.clear()
    },
  }
}

interface WhoHolds {
  /** By thread; null: held, by whom is not told. */
  readonly holders: ReadonlyMap<string, number | null>
  /** A thread that is not among them is held by nobody, if its release locks at all. */
  readonly tellsLocks: boolean
  readonly isBlind: boolean
  /** Programs that hold nothing else. */
  readonly seen: ReadonlySet<number>
}

interface Who {
  held(): WhoHolds
  look(): void
  /** Without keeping anything waiting for the kernel's table. */
  lookAside(): Promise<void>
}

function keepWho(root: string, processes: ProcessFolder, onChange: () => void): Who {
  let held = lookWho(root, processes)
  /** Looks that were begun, and the latest that counted: one that took longer is older than what is known. */
  let looks = 0
  let looked = 0
  const take = (table: LockTable): void => {
    const before = held
    held = lookWho(root, processes, table)
    // The kernel prints its table in pieces: a lock that ends in between may hide another one that is held.
    const isLess = [...before.holders.keys()].some((thread) => !held.holders.has(thread))
    if (isLess) held = lookWho(root, processes)
    if (!isSame(before.holders, held.holders)) onChange()
  }
  return {
    held: () => held,
    look() {
      looked = ++looks
      held = lookWho(root, processes)
    },
    async lookAside() {
      const look = ++looks
      const table = await readLockTableAside(processes)
      if (look < looked) return
      looked = look
      take(table)
    },
  }
}

/** Older releases lock nothing, but have open what they write. */
function lookWho(root: string, processes: ProcessFolder, table: LockTable = readLockTable(processes)): WhoHolds {
  const { holders, hasLocks } = readThreadLocks(root, processes, table)
  const { writers, seen } = readOpenRollouts(root, processes)
  return {
    holders: new Map([...writers, ...[...(holders ?? [])].map(([id, pid]) => [id, pid ?? writers.get(id) ?? null] as const)]),
    tellsLocks: holders !== null && hasLocks,
    isBlind: holders === null,
    seen,
  }
}

function mergeThreads(holders: ReadonlyMap<string, number | null>, statuses: ThreadStatuses): ReadonlyMap<string, ThreadState> {
  const merged = new Map<string, ThreadState>()
  for (const [thread, pid] of holders) {
    merged.set(thread, { activity: null, waitingFor: null, message: null, retryAt: null, pid })
  }
  for (const [thread, state] of statuses.threads((id) => holders.get(id) ?? null)) merged.set(thread, state)
  return merged
}

function serverChannel(server: AppServer | null): ChannelState[] {
  return server === null ? [] : [{ name: SOCKET, ...server.kept.standing() }]
}

/** Null: there is no socket. A link that points to nothing is none. */
function socketIdentity(path: string): string | null {
  // Node reaches such sockets as named pipes there, which this is not.
  if (process.platform === 'win32') return null
  try {
    const { ino, birthtimeMs } = statSync(path)
    return `${ino}:${birthtimeMs}`
  } catch {
    return null
  }
}

/** The path behind the product's link is short; the link itself may be longer than a socket's address can be. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function isSame(a: ReadonlyMap<string, number | null>, b: ReadonlyMap<string, number | null>): boolean {
  return a.size === b.size && [...a].every(([thread, pid]) => b.get(thread) === pid && b.has(thread))
}
