/** Markdown in pieces that are read one at a time, cut at empty lines outside of code, at any line when there is none. */
export function splitMarkdown(text: string, size = 6000): readonly string[] {
  if (text.length <= size) return [text]
  const pieces: string[] = []
  let piece: string[] = []
  let length = 0
  let fence: string | null = null
  const cut = (): void => {
    if (length === 0) return
    pieces.push(piece.join('\n'))
    piece = []
    length = 0
  }
  for (const line of text.split('\n')) {
    const isEmpty = fence === null && line.trim() === ''
    if ((isEmpty && length > size / 2) || length + line.length > size * 2) {
      cut()
      // The rest of a code block that was too long is still code.
      if (fence !== null) piece.push(fence)
    }
    fence = fenceAfter(line, fence)
    piece.push(line)
    length += line.length + 1
  }
  cut()
  return pieces
}

function fenceAfter(line: string, open: string | null): string | null {
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (marks === undefined) return open
  if (open === null) return line
  const opened = /(`{3,}|~{3,})/.exec(open)?.[1] ?? ''
  const isClosing = marks[0] === opened[0] && marks.length >= opened.length && /^ {0,3}[`~]+\s*$/.test(line)
  return isClosing ? null : open
}
