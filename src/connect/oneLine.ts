const LONGEST = 200

/** What somebody asks for, as a label: one line, clamped. */
export function oneLine(text: string): string {
  // Cut before the search for spaces: a diff of a megabyte is not read to its end for one line.
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
