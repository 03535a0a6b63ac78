import type { Batch } from '../../shared/frame'

/** Less than a message may hold, for what stands around its frames. */
const MESSAGE_BYTES = 240_000

/** As few messages as hold all frames, in order. One frame alone is sent as it is: however long, its lane has seen to that. */
export function packFrames(frames: readonly unknown[]): unknown[] {
  if (frames.length < 2) return [...frames]
  const messages: unknown[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const frame of frames) {
    const more = Buffer.byteLength(JSON.stringify(frame)) + 1
    bytes += more
    if (bytes > MESSAGE_BYTES) {
      messages.push([])
      bytes = more
    }
    messages.at(-1)?.push(frame)
  }
  return messages.map((members) => (members.length === 1 ? members[0] : ({ kind: 'batch', frames: members } satisfies Batch)))
}
