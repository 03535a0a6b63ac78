/** Says each thing once. Seconds and counts in it grow: with other numbers it is the same thing. */
export function tellOnce(say: (words: string) => void): (words: string) => void {
  const told = new Set<string>()
  return (words) => {
    const matter = words.replace(/\d+/g, '#')
    if (told.has(matter)) return
    told.add(matter)
    say(words)
  }
}
