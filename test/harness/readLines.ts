import type { Readable } from 'node:stream'

/** Calls back for every line. Not `readline`: that one also splits at U+2028, which JSON text may hold. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim()) onLine(line)
  })
}
