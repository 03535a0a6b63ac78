import type { Socket } from 'node:net'

/** More than the longest environment, prompt and picture together; without a limit a mad peer fills our memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024

export interface LineSocketEvents {
  /** One line, parsed; undefined: it was no JSON. */
  onMessage(message: unknown): void
  /** Once, however it came. */
  onClose(): void
}

export interface LineSocket {
  send(message: object): void
  /** After everything that was sent. */
  end(): void
  destroy(): void
}

/** JSON, one message per line, both ways. */
export function openLineSocket(socket: Socket, events: LineSocketEvents): LineSocket {
  let parts: Buffer[] = []
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = parts.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...parts, chunk.subarray(start, end)])
      parts = []
      bytes = 0
      start = end + 1
      events.onMessage(parse(line))
      // Told off for that message: what lies behind it counts no more.
      if (socket.destroyed) return
    }
    if (start === chunk.length) return
    parts.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > MAX_LINE_BYTES) socket.destroy()
  })
  // What an error means is told by the close that follows it.
  socket.on('error', () => undefined)
  socket.once('close', () => events.onClose())
  return {
    send: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
    },
    end: () => socket.end(),
    destroy: () => socket.destroy(),
  }
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
