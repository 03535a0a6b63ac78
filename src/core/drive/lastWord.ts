const LONGEST_WORD = 240

/** The last line of an error output, behind a colon; empty where it said nothing. */
export function lastWord(said: string): string {
  const line = said
    .split('\n')
    .map((text) => text.trim())
    .findLast((text) => text !== '')
  if (line === undefined) return ''
  return `: ${line.length > LONGEST_WORD ? `${line.slice(0, LONGEST_WORD - 1)}…` : line}`.replace(/[.\s]+$/, '')
}
