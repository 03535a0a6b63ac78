import { openFilesOf, ownProcesses, type ProcessFolder, startOf, systemProcesses } from '../../processes/ownProcesses'
import { isProgramName } from '../programsHolding'
import { type ListeningSocket, listeningSockets } from './listeningSockets'

/** Where a server of the product may be. */
export interface FoundServer {
  /** `http://host:port` */
  readonly url: string
  /** The program of the product that has it; null: some other program, or this system does not tell. */
  readonly pid: number | null
  /** When its program began, in milliseconds; null: not known. */
  readonly startedAt: number | null
  /** Another one under the same address means another server; null: this system does not tell. */
  readonly identity: string | null
}

/** Taken when nobody says otherwise and it is free. */
const USUAL_PORT = 4096

/** The kernel walks through all its sockets for the table, some 20 ms on a large machine: it is not read without a reason. */
const TABLE_LASTS_MS = 30_000
/** A program starts to listen soon after its own start. */
const YOUNG_MS = 60_000

/** Sockets of this user's programs of the product, and the usual port whoever has it; elsewhere than on Linux only the usual port. */
export function createServerFinder(now: () => number, folder: ProcessFolder = systemProcesses): () => FoundServer[] {
  let sockets: readonly ListeningSocket[] | null = []
  let readAt = Number.NEGATIVE_INFINITY
  let owned = new Set<string>()
  const firstSeen = new Map<number, number>()
  return () => {
    const owners = socketOwners(folder)
    const pids = new Set(owners.values())
    for (const pid of firstSeen.keys()) if (!pids.has(pid)) firstSeen.delete(pid)
    for (const pid of pids) if (!firstSeen.has(pid)) firstSeen.set(pid, now())
    const isNew = [...owners].some(([inode, pid]) => !owned.has(inode) && now() - firstSeen.get(pid)! < YOUNG_MS)
    if (isNew || now() - readAt >= TABLE_LASTS_MS) {
      sockets = listeningSockets(folder)
      readAt = now()
      owned = new Set(owners.keys())
    }
    if (sockets === null) return [{ url: `http://127.0.0.1:${USUAL_PORT}`, pid: null, startedAt: null, identity: null }]
    // One that had an owner and has none any more is closed, whatever the table said.
    return serversOf(
      sockets.filter(({ inode }) => owners.has(inode) || !owned.has(inode)),
      owners,
      folder,
    )
  }
}

function serversOf(
  sockets: readonly ListeningSocket[],
  owners: ReadonlyMap<string, number>,
  folder: ProcessFolder,
): FoundServer[] {
  const found = new Map<string, FoundServer>()
  for (const { host, port, inode } of sockets) {
    const pid = owners.get(inode) ?? null
    const url = `http://${host}:${port}`
    if ((pid === null && port !== USUAL_PORT) || found.has(url)) continue
    found.set(url, { url, pid, startedAt: pid === null ? null : startOf(pid, folder), identity: inode })
  }
  return [...found.values()]
}

/** By the socket's inode. */
function socketOwners(folder: ProcessFolder): Map<string, number> {
  const owners = new Map<string, number>()
  for (const pid of ownProcesses(isProgramName, folder)) {
    for (const target of openFilesOf(pid, folder)) {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      if (inode !== undefined) owners.set(inode, pid)
    }
  }
  return owners
}
