/**
 * The members of a JSON object, each value as it was written: numbers keep their digits, objects the order of their keys. Only for text
 * that JSON.parse has accepted. A key that comes twice means its last value, as to JSON.parse.
 */
export function splitMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let at = afterBlank(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at)
    const key: unknown = JSON.parse(text.slice(at, keyEnd))
    const start = afterBlank(text, text.indexOf(':', keyEnd) + 1)
    const end = valueEnd(text, start)
    members.set(String(key), text.slice(start, end).trimEnd())
    at = afterBlank(text, end)
    if (text[at] === ',') at = afterBlank(text, at + 1)
  }
  return members
}

function afterBlank(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '\n') at++
  return at
}

/** Behind the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let slashes = quote
    while (text[slashes - 1] === '\\') slashes--
    if ((quote - slashes) % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** Behind the value that begins at `start`: at the comma or brace that ends it. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const letter = text[at]
    if (letter === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (depth === 0 && (letter === ',' || letter === '}')) return at
    if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    at++
  }
  return at
}
