/** Where the new text stands in its file, when the answer shows numbered lines of it; null: it does not say. */
export function lineOfEdit(output: string, after: string): number | null {
  const wanted = after.split('\n').find((line) => line.trim() !== '')
  if (wanted === undefined) return null
  const lead = after.split('\n').indexOf(wanted)
  for (const line of output.slice(0, 100_000).split('\n')) {
    const numbered = /^\s{0,8}(\d{1,7})(?:→|\t|\| )(.*)$/.exec(line)
    if (numbered && numbered[2] === wanted) return Number(numbered[1]) - lead
  }
  return null
}
