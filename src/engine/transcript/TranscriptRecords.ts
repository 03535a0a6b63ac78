import type { ItemBody } from '../../core/itemBody'
import type { RecordPlace } from '../transcriptIndex'

/** One transcript's records at known places. */
export interface TranscriptRecords {
  itemsAt(place: RecordPlace): readonly ItemBody[]
  /** Null: no JSON there any more. Rewritten under our hands: the next update indexes it anew, this reading shows a hole. */
  recordAt(place: RecordPlace): unknown
  /** Null: deleted, forbidden or cut off since it was indexed. */
  bytesAt(place: RecordPlace): Buffer | null
  /** Records between these places will be asked for. */
  prefetch(from: number, to: number): void
  /** What was parsed is forgotten: for those who walk through thousands of records. */
  forget(): void
  close(): void
}
