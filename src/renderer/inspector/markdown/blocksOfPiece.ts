import type { Block } from './block'
import { readBlocks } from './readBlocks'
import { spendReadingTime } from './readingTime'

const most = 500
const kept = new Map<string, readonly Block[]>()

/** Read once for as long as it is on the screen now and then. */
export function blocksOfPiece(text: string): readonly Block[] {
  const known = kept.get(text)
  if (known) {
    kept.delete(text)
    kept.set(text, known)
    return known
  }
  const blocks = spendReadingTime(() => readBlocks(text))
  kept.set(text, blocks)
  if (kept.size > most) {
    const [oldest] = kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
  }
  return blocks
}

export function isPieceKnown(text: string): boolean {
  return kept.has(text)
}
