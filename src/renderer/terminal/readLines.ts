import type { IBuffer } from '@xterm/xterm'

/** What a terminal holds, as it was written: lines that only the screen has broken are whole again. */
export function readLines(buffer: Pick<IBuffer, 'length' | 'getLine'>): string {
  let text = ''
  for (let at = 0; at < buffer.length; at++) {
    const line = buffer.getLine(at)
    if (!line) continue
    const goesOn = buffer.getLine(at + 1)?.isWrapped === true
    text += goesOn ? line.translateToString(false) : `${line.translateToString(true)}\n`
  }
  return text.trimEnd()
}
