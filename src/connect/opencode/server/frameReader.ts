/** Longer than any event has reason to be: such a frame is thrown away. */
const LONGEST_FRAME = 16 << 20

/** Takes the bytes of an event stream as they come and gives the data of each complete frame. */
export interface FrameReader {
  push(bytes: Uint8Array): string[]
}

export function createFrameReader(longest: number = LONGEST_FRAME): FrameReader {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let size = 0
  const takeLine = (line: string, frames: string[]): void => {
    if (line === '') {
      if (data.length > 0 && size <= longest) frames.push(data.join('\n'))
      data = []
      size = 0
    } else if (line.startsWith('data:')) {
      size += line.length
      if (size <= longest) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
    // Comments and the fields `event`, `id` and `retry` say nothing here.
  }
  return {
    push(bytes) {
      const frames: string[] = []
      const text = decoder.decode(bytes, { stream: true })
      let from = 0
      // Only the new bytes are searched: a long frame comes in many pieces.
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const line = rest + text.slice(from, end)
        takeLine(line.endsWith('\r') ? line.slice(0, -1) : line, frames)
        rest = ''
        from = end + 1
      }
      if (rest.length <= longest) rest += text.slice(from)
      return frames
    },
  }
}
