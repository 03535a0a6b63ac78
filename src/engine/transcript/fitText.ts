/** How many bytes a text takes inside JSON, its escapes included. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text))
}

export interface TextLimit {
  readonly units: number
  /** In JSON: a control character takes six, a Chinese one three. */
  readonly bytes: number
}

/** Where a stretch of the text that begins at `from` must end to stay within the limit: never inside a surrogate pair, and never empty before the end. */
export function endOfPart(text: string, from: number, { units, bytes }: TextLimit): number {
  let length = Math.min(units, text.length - from)
  for (;;) {
    const end = endOfPair(text, from, from + length)
    if (end - from <= 2 || length * 6 <= bytes) return end
    const size = jsonBytes(text.slice(from, end))
    if (size <= bytes) return end
    length = Math.max(1, Math.min(length - 1, Math.floor((length * bytes) / size)))
  }
}

function endOfPair(text: string, from: number, end: number): number {
  if (end >= text.length || !isPair(text, end - 1)) return end
  return end - 1 > from ? end - 1 : end + 1
}

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at)
  const low = text.charCodeAt(at + 1)
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}

/** The beginning of a text, as much as may go. */
export function fitText(text: string, limit: TextLimit): string {
  if (text.length * 6 <= limit.bytes && text.length <= limit.units) return text
  const end = endOfPart(text, 0, limit)
  return end === text.length ? text : text.slice(0, end)
}
