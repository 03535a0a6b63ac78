import type { Bytes } from '../../framing/bytes'

const longest = 24
const places = 256

/**
 * Words that come again and again and never twice in a row: types, tools, models. To compare a few bytes costs a tenth of having the
 * engine make a string of them. Each word has one place; another word for it takes it over.
 */
export class ScanGistWords {
  private readonly bytes = new Uint8Array(places * longest)
  private readonly lengths = new Uint8Array(places)
  private readonly texts: string[] = Array.from({ length: places }, () => '')

  /** The text of the ASCII bytes in [from, to). */
  read(bytes: Bytes, from: number, to: number): string {
    const length = to - from
    if (length === 0) return ''
    if (length > longest) return bytes.latin1Slice(from, to)
    const place = (length * 31 + bytes[from]! * 7 + bytes[to - 1]! * 3 + bytes[from + (length >> 1)]!) & (places - 1)
    return this.lengths[place] === length && this.isAt(bytes, from, place, length)
      ? this.texts[place]!
      : this.keep(bytes, from, to, place)
  }

  private isAt(bytes: Bytes, from: number, place: number, length: number): boolean {
    const known = this.bytes
    const start = place * longest
    for (let i = 0; i < length; i++) if (bytes[from + i] !== known[start + i]) return false
    return true
  }

  private keep(bytes: Bytes, from: number, to: number, place: number): string {
    const text = bytes.latin1Slice(from, to)
    const start = place * longest - from
    for (let i = from; i < to; i++) this.bytes[start + i] = bytes[i]!
    this.lengths[place] = to - from
    this.texts[place] = text
    return text
  }
}
