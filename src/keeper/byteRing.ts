/** The last bytes of a stream, by their place in the whole of it. */
export interface ByteRing {
  /** The place of the oldest byte that is still here. */
  readonly start: number
  readonly end: number
  append(bytes: Uint8Array): void
  /** At most `limit` bytes from `from` on, or from the oldest. A copy. */
  read(from: number, limit: number): { readonly at: number; readonly bytes: Uint8Array }
}

export function createByteRing(capacity: number): ByteRing {
  // Grows with what is written: most terminals say little.
  let buffer = new Uint8Array(Math.min(capacity, 64 * 1024))
  let end = 0
  const put = (bytes: Uint8Array, at: number): void => {
    const place = at % buffer.length
    const first = Math.min(bytes.length, buffer.length - place)
    buffer.set(bytes.subarray(0, first), place)
    buffer.set(bytes.subarray(first), 0)
  }
  const grow = (needed: number): void => {
    const length = Math.min(capacity, 2 ** Math.ceil(Math.log2(needed)))
    if (length <= buffer.length) return
    // Until the first byte is dropped all of them lie in order, from place 0 on.
    const larger = new Uint8Array(length)
    larger.set(buffer.subarray(0, end))
    buffer = larger
  }
  return {
    get start() {
      return Math.max(0, end - buffer.length)
    },
    get end() {
      return end
    },
    append(bytes) {
      if (end + bytes.length > buffer.length) grow(end + bytes.length)
      const kept = bytes.length > buffer.length ? bytes.subarray(bytes.length - buffer.length) : bytes
      put(kept, end + bytes.length - kept.length)
      end += bytes.length
    },
    read(from, limit) {
      const at = Math.min(end, Math.max(from, this.start))
      const length = Math.min(limit, end - at)
      const bytes = new Uint8Array(length)
      const place = at % buffer.length
      const first = Math.min(length, buffer.length - place)
      bytes.set(buffer.subarray(place, place + first))
      bytes.set(buffer.subarray(0, length - first), first)
      return { at, bytes }
    },
  }
}
