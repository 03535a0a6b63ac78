import type { PartialText } from '../../core/partialText'
import type { WritingNews } from '../../shared/writingNews'
import { endOfPart, jsonBytes } from '../transcript/fitText'

/** Of what a message may hold, most is for items. */
const MOST_UNITS = 16 * 1024
const MOST_BYTES = 30_000
/** Nobody writes so many at once. */
const MOST_TEXTS = 16

export type WrittenText = PartialText & { readonly kind: WritingNews['kind'] }

/** What one page has been told of the texts that are being written: only what is new goes out. */
export class WritingTold {
  readonly #told = new Map<string, WrittenText>()

  /** Null: it knows all that. `hasMore`: not all of it went into one message. */
  take(texts: readonly WrittenText[]): { readonly news: readonly WritingNews[]; readonly hasMore: boolean } | null {
    const latest = texts.slice(-MOST_TEXTS)
    const keys = new Set(latest.map(({ key }) => key))
    let isNew = false
    for (const key of this.#told.keys()) {
      if (keys.has(key)) continue
      this.#told.delete(key)
      isNew = true
    }
    let bytes = MOST_BYTES
    let hasMore = false
    const news: WritingNews[] = []
    for (const one of latest) {
      const { key, kind, isWhole, text } = one
      const before = this.#told.get(key)
      // Written to its end, it may have become another text.
      const from = before && text.startsWith(before.text) ? before.text.length : 0
      const end = bytes <= 0 ? from : endOfPart(text, from, { units: MOST_UNITS, bytes })
      const told = { ...one, text: text.slice(0, end) }
      isNew ||= told.text !== before?.text || kind !== before.kind || isWhole !== before.isWhole
      hasMore ||= end < text.length
      bytes -= jsonBytes(text.slice(from, end))
      this.#told.set(key, told)
      news.push({ key, kind, isWhole, from, text: text.slice(from, end) })
    }
    return isNew ? { news, hasMore } : null
  }
}
