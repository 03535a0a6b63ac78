import type { TypeColour } from '../shared/typeColours'

/** As it may stand in front matter or in a string: quoted or not, a comment behind it. */
const written = /^(["']?)(#[0-9a-f]{6}|#[0-9a-f]{3}|[a-z]{1,20})\1(?:\s+#.*)?$/i

/** A known name, `#rgb` or `#rrggbb`, and nothing else: whatever gets through is put into a style sheet. */
export function readColour(value: unknown, names: ReadonlyMap<string, TypeColour>): TypeColour | null {
  const word = typeof value === 'string' && value.length <= 200 ? written.exec(value.trim())?.[2]?.toLowerCase() : undefined
  if (word === undefined) return null
  if (!word.startsWith('#')) return names.get(word) ?? null
  return word.length === 7 ? word : `#${[...word.slice(1)].map((digit) => digit + digit).join('')}`
}
