import { oneLine } from '../../shared/neutraliseText'

const longest = 500

/** One harmless line of foreign text, no longer than any row can show. */
export function foreignLine(text: string): string {
  if (text.length <= longest) return oneLine(text)
  // Not through the middle of a pair: half of it would show as a broken character.
  const end = /[\ud800-\udbff]$/.test(text.slice(0, longest)) ? longest - 1 : longest
  return `${oneLine(text.slice(0, end))}…`
}
