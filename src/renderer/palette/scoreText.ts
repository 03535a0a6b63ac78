export interface Segment {
  readonly text: string
  readonly isHit: boolean
}

/** The words of what was typed, in small letters. */
export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * How well a text (in small letters) answers; 0: not at all. Every word must be somewhere in it;
 * at its beginning counts most, then at the beginning of a word.
 */
export function scoreText(lower: string, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const at = lower.indexOf(word)
    if (at < 0) return 0
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')
    score += at === 0 ? 4 : startsWord ? 3 : 1
  }
  return score
}

/** The letters of one word in order, with gaps: what is tried when nothing answers as it was written. */
export function hasLetters(lower: string, word: string): boolean {
  let at = -1
  for (const letter of word) {
    at = lower.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return word.length > 0
}

/** A text cut where the words stand in it, to mark them. */
export function markHits(text: string, words: readonly string[]): readonly Segment[] {
  const lower = text.toLowerCase()
  // Letters that change their length have no place of their own in the text as it is shown.
  if (lower.length !== text.length) return [{ text, isHit: false }]
  const marked = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    const at = lower.indexOf(word)
    if (at >= 0) marked.fill(true, at, at + word.length)
  }
  const segments: Segment[] = []
  let from = 0
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && marked[at] === marked[from]) continue
    segments.push({ text: text.slice(from, at), isHit: marked[from] === true })
    from = at
  }
  return segments
}
