import type { Session } from './readSession'
import { timeOfId } from './timeOfId'

/** What of a line tells whether it was copied. */
export interface LineMark {
  readonly ordinal: number | null
  readonly at: number
  /** Id of the turn that begins with it; null: none does. */
  readonly turn: string | null
}

export interface OwnLines {
  /** Heads of the file in order; only the first is its own. */
  take(session: Session): void
  /** Lines in order. False: a copy from the conversation that this one was forked from. */
  isOwn(mark: LineMark): boolean
  /** False for lines that `isOwn` can refuse by their ordinal alone. */
  mayBeOwn(ordinal: number | null): boolean
  /** Inside a copy whose end is not known yet. */
  isCopying(): boolean
}

/** Copies are written in one go; what is written later than that is no copy. */
const COPYING_MS = 1000

/** A forked conversation begins with a copy of another's: its calls, tokens and turns are that one's. */
export function openOwnLines(): OwnLines {
  let own: Session | null = null
  let copying = false
  let isTimed = false
  const mayBeOwn = (ordinal: number | null): boolean => ordinal === null || ordinal >= (own?.firstOrdinal ?? 0)
  return {
    mayBeOwn,
    isCopying: () => copying,
    take(session) {
      if (own === null) {
        own = session
        copying = session.firstOrdinal === null && session.forkedFrom !== null
      } else if (session.id !== own.id && own.firstOrdinal === null) copying = true
    },
    isOwn({ ordinal, at, turn }) {
      if (!mayBeOwn(ordinal)) return false
      if (!copying || own === null) return true
      const turnAt = timeOfId(turn)
      if (!Number.isNaN(turnAt)) isTimed = true
      // Releases before ordinals: a turn is the conversation's own where it began after the conversation did.
      const began = isTimed ? turnAt >= timeOfId(own.id) : at > own.at + COPYING_MS
      if (began) copying = false
      return began
    },
  }
}
