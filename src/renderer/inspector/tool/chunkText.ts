export interface TextChunk {
  readonly text: string
  readonly lines: number
}

const mostLength = 12_000
const mostLines = 200

/** Text in blocks that the browser can skip while they are out of sight; cut behind a line's end where there is one. */
export function chunkText(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = []
  let from = 0
  while (from < text.length) {
    const to = endOfChunk(text, from)
    const part = text.slice(from, to)
    const isWholeLine = part.endsWith('\n')
    const shown = isWholeLine ? part.slice(0, -1) : part
    chunks.push({ text: shown, lines: shown.split('\n').length })
    from = to
  }
  return chunks
}

function endOfChunk(text: string, from: number): number {
  let at = from
  for (let line = 0; line < mostLines; line++) {
    const end = text.indexOf('\n', at)
    if (end < 0 || end + 1 - from > mostLength) return at > from ? at : cutInLine(text, from)
    at = end + 1
  }
  return at
}

/** A line longer than a block: never through the middle of a pair. */
function cutInLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  const to = Math.min(from + mostLength, end < 0 ? text.length : end + 1)
  const isInPair = to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')
  return isInPair ? to - 1 : to
}
