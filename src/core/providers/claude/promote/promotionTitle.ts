const LONGEST = 80

/** One line without a colon: the CLI takes `word:` for the beginning of an address when it looks for a session by its title. */
export function promotionTitle(given: string | null, description: string | null, type: string | null, prompt: string): string {
  const what = [given, description, prompt].map(oneLine).find((text) => text !== '') ?? oneLine(type)
  return shorten(what === '' ? 'Promoted agent' : what)
}

function oneLine(text: string | null): string {
  return (text ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s*:\s*/g, ' – ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function shorten(text: string): string {
  const letters = Array.from(text)
  return letters.length <= LONGEST
    ? text
    : `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}
