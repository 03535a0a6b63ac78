import { hasLetters, scoreText } from './scoreText'

export interface Found<T> {
  readonly items: readonly T[]
  readonly total: number
}

/**
 * The best of many, in one pass: equal ones keep the order they came in. When nothing answers as it was written,
 * one word's letters may stand apart.
 */
export function findMatches<T>(
  items: Iterable<T>,
  lowerOf: (item: T) => string,
  words: readonly string[],
  most: number,
): Found<T> {
  const scored = collect(items, (item) => scoreText(lowerOf(item), words))
  const [word = ''] = words
  const isFar = scored.length === 0 && words.length === 1 && word.length > 2
  const hits = isFar ? collect(items, (item) => (hasLetters(lowerOf(item), word) ? 1 : 0)) : scored
  hits.sort((a, b) => b.score - a.score || a.place - b.place)
  return { items: hits.slice(0, most).map(({ item }) => item), total: hits.length }
}

interface Hit<T> {
  readonly item: T
  readonly score: number
  readonly place: number
}

function collect<T>(items: Iterable<T>, scoreOf: (item: T) => number): Hit<T>[] {
  const hits: Hit<T>[] = []
  let place = 0
  for (const item of items) {
    const score = scoreOf(item)
    if (score > 0) hits.push({ item, score, place })
    place++
  }
  return hits
}
