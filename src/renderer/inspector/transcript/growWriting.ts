import type { TranscriptItem } from '../../../shared/views'
import type { WritingNews } from '../../../shared/writingNews'

/** A text as far as it has been written. */
export type Writing = Omit<WritingNews, 'from'>

/** What is being written after these news; null: something was missed on the way. */
export function growWriting(before: readonly Writing[], news: readonly WritingNews[]): readonly Writing[] | null {
  const grown: Writing[] = []
  for (const { from, ...one } of news) {
    const known = before.find(({ key }) => key === one.key)
    if (from > 0 && known?.text.length !== from) return null
    const isSame = known && from > 0 && one.text === '' && known.kind === one.kind && known.isWhole === one.isWhole
    grown.push(isSame ? known : { ...one, text: from === 0 ? one.text : (known?.text ?? '') + one.text })
  }
  const isSame = grown.length === before.length && grown.every((one, at) => one === before[at])
  return isSame ? before : grown
}

/** A long text comes cut when it is settled: who has read all of it while it was written keeps it. */
export function keepWhole(item: TranscriptItem, before: readonly Writing[]): TranscriptItem {
  const { clamped, ...rest } = item
  const { text: length, ...others } = clamped ?? {}
  if (length === undefined) return item
  const whole = before.find(({ kind, text }) => kind === item.kind && text.length === length && text.startsWith(item.text))
  if (!whole) return item
  return { ...rest, text: whole.text, ...(Object.keys(others).length > 0 ? { clamped: others } : {}) }
}
