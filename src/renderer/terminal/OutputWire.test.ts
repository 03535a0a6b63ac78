import { expect, it } from 'vitest'
import { OutputWire } from './OutputWire'

function openWire() {
  const shown: Uint8Array[] = []
  const gaps: [number, boolean][] = []
  const drawn: number[] = []
  const waiting: (() => void)[] = []
  const wire = new OutputWire(
    {
      write: (bytes, onDrawn) => {
        shown.push(bytes)
        waiting.push(onDrawn)
      },
      tellGap: (bytes, isFirst) => void gaps.push([bytes, isFirst]),
    },
    (to) => void drawn.push(to),
  )
  const part = (from: number, bytes: Uint8Array): void => wire.take({ from, base64: Buffer.from(bytes).toString('base64') })
  return {
    ...{ wire, gaps, drawn },
    part,
    text: (from: number, words: string) => part(from, new TextEncoder().encode(words)),
    draw: () => waiting.shift()?.(),
    shown: () => Buffer.concat(shown).toString(),
  }
}

it('a letter cut in two by messages arrives whole', () => {
  const { part, shown, wire, gaps } = openWire()
  const bytes = new TextEncoder().encode('a漢🌳b')
  for (let at = 0; at < bytes.length; at++) part(at, bytes.subarray(at, at + 1))
  expect(shown()).toBe('a漢🌳b')
  expect(wire.reached).toBe(bytes.length)
  expect(gaps).toEqual([])
})

it('what comes twice after a new connection is shown once', () => {
  const { text, shown, wire } = openWire()
  text(0, 'one two ')
  text(4, 'two three')
  text(0, 'one')
  expect(shown()).toBe('one two three')
  expect(wire.reached).toBe(13)
})

it('a gap is told, and the output begins at a line behind it', () => {
  const { text, shown, gaps, wire } = openWire()
  text(100, 'tail\nfirst line\n')
  text(500, 'cut\nlast line\n')
  expect(gaps).toEqual([
    [100, true],
    [384, false],
  ])
  expect(shown()).toBe('first line\nlast line\n')
  expect(wire.reached).toBe(514)
})

it('is acknowledged when all of a message is drawn, with the place of the question meanwhile', () => {
  const { text, draw, drawn, wire } = openWire()
  text(10, 'a\n\x1b[6nbc')
  expect(wire.drawing).toBe(16)
  draw()
  expect(drawn).toEqual([])
  expect(wire.drawing).toBe(18)
  draw()
  expect(drawn).toEqual([18])
})
