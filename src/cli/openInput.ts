import { createInterface } from 'node:readline'
import type { CommandContext } from './command'

/** Nothing is read before somebody listens: a pipe that belongs to somebody else stays as it is. */
export function openInput(stream: NodeJS.ReadStream): CommandContext['input'] {
  return {
    isTerminal: stream.isTTY === true,
    onLine(listener, onEnd = () => undefined) {
      const lines = createInterface({ input: stream, terminal: false })
      lines.on('line', listener)
      lines.on('close', onEnd)
      return () => lines.close()
    },
    async readAll(limitBytes) {
      const parts: Uint8Array[] = []
      let size = 0
      for await (const part of stream as AsyncIterable<Uint8Array>) {
        parts.push(part)
        size += part.length
        if (size > limitBytes) break
      }
      return Buffer.concat(parts)
    },
  }
}
