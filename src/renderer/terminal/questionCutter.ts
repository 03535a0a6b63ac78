const ESC = 0x1b
const BEL = 0x07
/** What begins a text inside a sequence: DCS, SOS, OSC, PM, APC. */
const STRINGS = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f])
/** Attributes, status, modes, setting a mode (which may report the focus), version, size. */
const ASKING = new Set([...'cnphqt'].map((final) => final.charCodeAt(0)))

type State = 'text' | 'escape' | 'sequence' | 'string' | 'stringEscape'

/**
 * Cuts a stream behind everything a program may ask its screen, so that a piece holds one question at most and its end is the
 * question's own place, however the stream was cut before.
 */
export function questionCutter(): (bytes: Uint8Array) => Uint8Array[] {
  let state: State = 'text'
  return (bytes) => {
    const pieces: Uint8Array[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      if (state === 'text') {
        at = bytes.indexOf(ESC, at)
        if (at < 0) break
        state = 'escape'
        continue
      }
      const [next, isEnd] = step(state, bytes[at] ?? 0)
      state = next
      if (!isEnd) continue
      pieces.push(bytes.subarray(from, at + 1))
      from = at + 1
    }
    if (from < bytes.length) pieces.push(bytes.subarray(from))
    return pieces
  }
}

function step(state: Exclude<State, 'text'>, byte: number): readonly [State, boolean] {
  switch (state) {
    case 'escape':
      if (byte === 0x5b) return ['sequence', false]
      if (STRINGS.has(byte)) return ['string', false]
      return [byte === ESC ? 'escape' : 'text', false]
    case 'sequence':
      if (byte === ESC) return ['escape', false]
      if (byte < 0x40 || byte > 0x7e) return ['sequence', false]
      return ['text', ASKING.has(byte)]
    case 'string':
      if (byte === BEL) return ['text', true]
      return [byte === ESC ? 'stringEscape' : 'string', false]
    case 'stringEscape':
      return byte === 0x5c ? ['text', true] : step('escape', byte)
    default:
      return state satisfies never
  }
}
