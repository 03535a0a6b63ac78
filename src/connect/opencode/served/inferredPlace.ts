import type { RememberedChild } from '../../../core/childMemory'
import type { Json } from '../../../core/readJson'

/** Where a session without a record of its own is thought to belong. */
export interface Inferred {
  readonly parent: string
  /** Null: a task's own word. */
  readonly guess: string | null
  /** What a task calls it. */
  readonly type: string | null
  readonly title: string | null
  /** It stood there when it was last known; null: it is said now. */
  readonly remembered: RememberedChild | null
}

/** What was known outweighs what others say of it now, and a guess, remembered or not, outweighs nothing but a later guess. */
export function isBetter(next: Inferred, known: Inferred): boolean {
  return weight(next) > weight(known)
}

function weight({ guess, remembered }: Inferred): number {
  return (guess === null ? 2 : 0) + (remembered === null ? 0 : 1)
}

/** The record that the session has until it speaks for itself. */
export function inferredRecord(id: string, directory: string, { parent, guess, remembered }: Inferred): Json {
  // No time: when it began is not known, and whatever is older than its session counts as copied.
  const place = { id, parentID: parent, directory }
  if (remembered === null) return { ...place, ...(guess !== null && { guess }) }
  const { type, title, evidence } = remembered
  return {
    ...place,
    ...(guess === null ? { placedBy: `${SAID_BY[evidence]}, ${BEFORE}` } : { guess: `${guess}, ${BEFORE}` }),
    ...(type !== null && { agent: type }),
    ...(title !== null && { title }),
  }
}

const BEFORE = 'as it was known before'
const SAID_BY: Record<RememberedChild['evidence'], string> = {
  session: 'session.parentID',
  task: 'a task of its parent',
  guess: 'a guess',
}
