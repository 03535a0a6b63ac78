import { useSift } from '../useSift'
import { useTranscript } from '../useTranscript'
import type { Gap } from './GapBook'
import { useRaw } from './useRaw'

/** The records to be shown before an item; a filter says what is listed, and they are none of it. */
export function useRawGap(before: number): Gap | null {
  const isSifted = useSift((sift) => sift.shown !== null)
  // The numbers of a tail are provisional.
  const isWhole = useTranscript((transcript) => transcript.phase === 'whole')
  const first = useRaw(({ book }) => book?.before(before)?.first ?? -1)
  const count = useRaw(({ book }) => book?.before(before)?.count ?? 0)
  return !isWhole || isSifted || count === 0 ? null : { first, count }
}
