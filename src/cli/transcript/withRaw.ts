import type { RawRecord } from '../../shared/rawRecords'
import type { TranscriptItem } from '../../shared/views'

/** As `transcript --raw --json` says it; `before`: the number of the item that it lies before. */
export type RawEntry = { readonly kind: 'raw' } & RawRecord

/** Items and the records that are none, in the order of the file or store. */
export function withRaw(items: readonly TranscriptItem[], raw: readonly RawRecord[]): (TranscriptItem | RawEntry)[] {
  const all: (TranscriptItem | RawEntry)[] = []
  let at = 0
  const takeTo = (before: number): void => {
    for (let next = raw[at]; next !== undefined && next.before <= before; next = raw[++at]) all.push({ kind: 'raw', ...next })
  }
  for (const item of items) {
    takeTo(item.n)
    all.push(item)
  }
  takeTo(Number.POSITIVE_INFINITY)
  return all
}
