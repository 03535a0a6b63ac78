const longest = 80
const lineBreak = /[\n\r]/

/** The first line of `text`, at most 80 UTF-16 units, never half of a surrogate pair. Only the first 81 units of `text` matter. */
export function gistHint(text: string): string {
  const start = text.length > longest ? text.slice(0, longest + 1) : text
  const broken = start.search(lineBreak)
  if (broken !== -1 && broken <= longest) return start.slice(0, broken)
  if (start.length <= longest) return start
  const last = start.charCodeAt(longest - 1)
  return start.slice(0, last >= 0xd800 && last < 0xdc00 ? longest - 1 : longest)
}
