import { readFileSync } from 'node:fs'
import type { HeldId } from '../../shared/ids'
import type { LaunchState } from '../../shared/launchState'
import type { KeeperLink, KeeperNews } from './connectKeeper'

/** `at`: of the first byte. A promise holds back what comes next, and at last the terminal itself. */
export type OnTerminal = (bytes: Uint8Array, at: number) => void | Promise<void>

type Piece = Extract<KeeperNews, { kind: 'terminal' }>

/** Who hears which following of one connection. */
export interface TerminalEars {
  hear(piece: Piece): void
  listen(follow: number, onPiece: (piece: Piece) => void): () => void
}

export function openTerminalEars(): TerminalEars {
  const ears = new Map<number, (piece: Piece) => void>()
  return {
    hear: (piece) => ears.get(piece.follow)?.(piece),
    listen(follow, onPiece) {
      ears.set(follow, onPiece)
      return () => void ears.delete(follow)
    },
  }
}

export interface TerminalFollower {
  /** It has ended: the rest comes from its file. */
  finish(state: LaunchState, out: string): void
  close(): void
}

export interface TerminalFollowing {
  readonly launch: HeldId
  readonly from: number
  /** Null: nobody holds it; what is left is in its file. */
  readonly link: KeeperLink | null
  readonly ears: TerminalEars
  readonly onData: OnTerminal
  readonly onEnd: () => void
}

export function followTerminal({ launch, from, link, ears, onData, onEnd }: TerminalFollowing): TerminalFollower {
  let reached = from
  let isClosed = false
  let work = Promise.resolve()
  let release = (): void => undefined
  const hand = (bytes: Uint8Array, at: number): void => {
    work = work.then(async () => {
      // Sent twice where its file was read meanwhile.
      const fresh = bytes.subarray(Math.max(0, reached - at))
      if (isClosed || fresh.length === 0) return
      const start = at + bytes.length - fresh.length
      reached = at + bytes.length
      await onData(fresh, start)
    })
  }
  if (link) {
    const { id } = link.askNumbered({ kind: 'follow', launch, from })
    const unlisten = ears.listen(id, (piece) => {
      const bytes = Buffer.from(piece.data, 'base64')
      hand(bytes, piece.at)
      void work.then(() => link.tell({ kind: 'taken', follow: id, to: piece.at + bytes.length }))
    })
    release = () => {
      unlisten()
      link.tell({ kind: 'unfollow', follow: id })
    }
  }
  return {
    finish({ outFrom }, out) {
      release()
      const rest = readAll(out)
      hand(rest, outFrom)
      void work.then(() => {
        if (!isClosed) onEnd()
        isClosed = true
      })
    },
    close() {
      isClosed = true
      release()
    },
  }
}

/** At most what a terminal keeps of itself. */
function readAll(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    return new Uint8Array(0)
  }
}
