import { expect, test } from 'vitest'
import { createFrameReader } from './frameReader'

const STREAM =
  ': hello\n\ndata: {"a":"ü€😀"}\n\nevent: x\nid: 4\ndata:{"b":1}\r\n\r\ndata: one\ndata: two\n\n\n\ndata: never ended'
const FRAMES = ['{"a":"ü€😀"}', '{"b":1}', 'one\ntwo']

test('the same frames wherever the bytes are cut', () => {
  const bytes = new TextEncoder().encode(STREAM)
  for (let at = 0; at <= bytes.length; at += 1) {
    const reader = createFrameReader()
    expect([...reader.push(bytes.subarray(0, at)), ...reader.push(bytes.subarray(at))]).toEqual(FRAMES)
  }
  const reader = createFrameReader()
  expect([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(FRAMES)
})

test('a frame without an end is thrown away, the next one is read', () => {
  const reader = createFrameReader(100)
  const piece = new TextEncoder().encode(`data: ${'x'.repeat(60)}`)
  for (let count = 0; count < 50; count += 1) expect(reader.push(piece)).toEqual([])
  expect(reader.push(new TextEncoder().encode('\n\ndata: short\n\n'))).toEqual(['short'])
  const lines = new TextEncoder().encode(`${'data: many lines of one frame\n'.repeat(20)}\ndata: after\n\n`)
  expect(reader.push(lines)).toEqual(['after'])
})
