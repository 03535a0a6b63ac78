import { parseUri } from '../shared/parseUri'

/** The scheme that is ours on a system where the app is installed. */
export const linkScheme = 'understory'

const ourLink = /^understory:(\/\/)?/i

/**
 * What a deep link or a pasted address names, as the engine reads it; null: nothing. `understory://<provider>/<main>[/<agent>]` is our
 * own way to say it. Only the shape is looked at here.
 */
export function addressOf(text: string): string | null {
  if (text.length > 4096) return null
  // Some systems add a slash to a link that has no path.
  const plain = ourLink.test(text) ? text.replace(ourLink, 'agents://').replace(/\/$/, '') : text
  return parseUri(plain).ok ? plain : null
}

/** The addresses among the words a program was started with. Folders, flags and what Chromium adds are none. */
export function addressesIn(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.startsWith('-') || !word.includes('://')) return []
    const address = addressOf(word)
    return address === null ? [] : [address]
  })
}
