import { expect, it } from 'vitest'
import { questionCutter } from './questionCutter'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (piece: Uint8Array): string => new TextDecoder().decode(piece)

/** Where the pieces end, however the stream comes. */
function ends(stream: string, size: number): number[] {
  const cut = questionCutter()
  const all = bytes(stream)
  const found: number[] = []
  for (let from = 0; from < all.length; from += size) {
    let end = from
    const pieces = cut(all.subarray(from, from + size))
    for (const [i, piece] of pieces.entries()) {
      end += piece.length
      // The last one ends where the stream was cut, unless a question does.
      if (i < pieces.length - 1 || end === all.length) found.push(end)
    }
  }
  return found
}

it('output without a question stays in one piece', () => {
  expect(questionCutter()(bytes('\x1b[31mred\x1b[0m\r\nwide 漢字\x1b[2K')).map(text)).toEqual([
    '\x1b[31mred\x1b[0m\r\nwide 漢字\x1b[2K',
  ])
})

it('behind each question there is a cut', () => {
  const pieces = questionCutter()(bytes('a\x1b[6nb\x1b[c\x1b]11;?\x07c\x1bP$qm\x1b\\d\x1b[?1004h'))
  expect(pieces.map(text)).toEqual(['a\x1b[6n', 'b\x1b[c', '\x1b]11;?\x07', 'c\x1bP$qm\x1b\\', 'd\x1b[?1004h'])
})

it('a question that comes in parts ends at the same place', () => {
  const stream = 'some\x1b[1mtext\x1b[?6nmore\x1b]10;?\x1b\\end\x1b[c'
  const whole = ends(stream, stream.length)
  for (const size of [7, 11, 13]) {
    const cut = questionCutter()
    const all = bytes(stream)
    const asked = new Set<number>()
    for (let from = 0; from < all.length; from += size) {
      let end = from
      for (const piece of cut(all.subarray(from, from + size))) {
        end += piece.length
        asked.add(end)
      }
    }
    for (const end of whole) expect(asked).toContain(end)
  }
})
