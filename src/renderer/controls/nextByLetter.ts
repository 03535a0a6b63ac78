/** The next entry behind `at` that begins with a letter, around the end; null: none does. */
export function nextByLetter(entries: readonly string[], at: number, letter: string): number | null {
  const wanted = letter.toLocaleLowerCase()
  for (let step = 1; step <= entries.length; step++) {
    const index = (at + step) % entries.length
    if (entries[index]?.trim().toLocaleLowerCase().startsWith(wanted)) return index
  }
  return null
}
