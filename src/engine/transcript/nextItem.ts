import type { TranscriptIndex } from '../transcriptIndex'

export type WantedKind = 'prompt' | 'error'

/** The nearest item of these kinds before or behind item `n`, without reading any; null: there is none. */
export function nextItem(
  index: TranscriptIndex,
  n: number,
  direction: 'before' | 'after',
  kinds: readonly WantedKind[],
): number | null {
  const step = direction === 'after' ? 1 : -1
  const first = direction === 'after' ? n + 1 : Math.min(n, index.total) - 1
  for (let at = first; at >= 0 && at < index.total; at += step) {
    const kind = kindOf(index, at)
    if (kind !== null && kinds.includes(kind)) return at
  }
  return null
}

function kindOf(index: TranscriptIndex, n: number): WantedKind | null {
  const kind = index.kindOf(n)
  if (kind === 'prompt' || kind === 'error') return kind
  const tool = index.toolOf(n)
  return tool && index.answerTo(tool.call)?.isError ? 'error' : null
}
