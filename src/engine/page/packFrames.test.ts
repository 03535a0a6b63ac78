import { expect, it } from 'vitest'
import { packFrames } from './packFrames'

const longest = 256 * 1024

it('puts frames together in their order, and leaves one alone as it is', () => {
  expect(packFrames([])).toEqual([])
  expect(packFrames([{ n: 1 }])).toEqual([{ n: 1 }])
  expect(packFrames([{ n: 1 }, { n: 2 }])).toEqual([{ kind: 'batch', frames: [{ n: 1 }, { n: 2 }] }])
})

it('makes no message longer than the wire bears, counted in bytes', () => {
  const frames = Array.from({ length: 9 }, (_, n) => ({ n, text: '界'.repeat(20_000) }))
  const messages = packFrames(frames)
  expect(messages.length).toBeGreaterThan(1)
  for (const message of messages) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(longest)
  const told = messages.flatMap((message) => (isBatch(message) ? message.frames : [message]))
  expect(told).toEqual(frames)
})

function isBatch(message: unknown): message is { readonly frames: readonly unknown[] } {
  return typeof message === 'object' && message !== null && 'frames' in message
}
