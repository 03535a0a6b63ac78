import type { RecordPlace } from '../../transcriptIndex'

/** The records of one source that are part of no item, in its order. Kept only once somebody has asked for them. */
export interface RawList {
  /** Another one: what was told by number before holds no more. */
  readonly revision: number
  readonly total: number
  readonly isStored: boolean
  /** Everything that has been read was looked at. */
  readonly isComplete: boolean
  /** Looks on, until it is told to stop: at least one piece. */
  look(shouldStop: () => boolean, isLive: boolean): void
  /** The number of the item that it lies before. */
  beforeOf(raw: number): number
  placeOf(raw: number): RecordPlace
  /** By the offset of its place; null: none of these lies there. */
  at(offset: number): number | null
  /** Of a store: the record as it is now; undefined: it lies in a file, at its place. */
  storedAt(raw: number): Uint8Array | null | undefined
}

let revisions = 0

/** No two lists have the same. */
export function nextRevision(): number {
  return ++revisions
}
