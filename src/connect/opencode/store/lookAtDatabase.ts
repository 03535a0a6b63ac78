import { type Stats, statSync } from 'node:fs'
import { holdsCommit } from './holdsCommit'

/** How a database can be read at this moment without a lock that a writer meets and without a file made beside it. */
export interface DatabaseLook {
  /**
   * `shared`: its log and the log's index are there, as with every living writer. `still`: no log, or nothing in it.
   * `leftover`: a log without its index; nobody has it open. `busy`: a writer without a log is in the middle of something.
   */
  readonly kind: 'missing' | 'shared' | 'still' | 'leftover' | 'busy'
  /** Equal while an open connection still reads the right files; where nobody locks, while nothing was written. */
  readonly signature: string
  /** Changes when another database lies there. */
  readonly identity: number
}

const MISSING: DatabaseLook = { kind: 'missing', signature: '', identity: 0 }

export function lookAtDatabase(path: string): DatabaseLook {
  const file = stat(path)
  if (!file?.isFile()) return MISSING
  const log = stat(`${path}-wal`)
  const index = stat(`${path}-shm`)
  const identity = identityOf(file)
  if (log && log.size > 0 && index) return { kind: 'shared', signature: `${identity} ${log.ino} ${index.ino}`, identity }
  const journal = stat(`${path}-journal`)
  const written = [identity, ...[file, log, journal].map((one) => (one ? `${one.ino} ${one.size} ${one.mtimeMs}` : '-'))].join(
    ' ',
  )
  if (journal && journal.size > 0) return { kind: 'busy', signature: written, identity }
  const kind = log && log.size > 0 && holdsCommit(`${path}-wal`) ? 'leftover' : 'still'
  return { kind, signature: written, identity }
}

/** Inode numbers are used again, so the moment of birth is part of it. */
function identityOf({ ino, dev, birthtimeMs }: Stats): number {
  return (ino % 2 ** 31) * 2 ** 20 + ((Math.floor(birthtimeMs) * 31 + dev) % 2 ** 20)
}

function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
