import type { TranscriptItem } from '../../../shared/views'

/** The number that the first item of a tail turns out to have, once a page of the whole transcript is there. */
export function alignTail(
  tail: readonly TranscriptItem[],
  page: { readonly from: number; readonly total: number; readonly items: readonly TranscriptItem[] },
): number {
  const last = tail.at(-1)
  if (!last) return 0
  const at = page.items.findLastIndex(({ source }) => source.offset === last.source.offset && source.path === last.source.path)
  // Grown by more than a page meanwhile: the end is the best guess there is.
  return Math.max(0, at < 0 ? page.total - tail.length : page.from + at - tail.length + 1)
}
