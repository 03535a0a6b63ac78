import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The last bytes of a file as text, whole letters only; '' where there is none. */
export function readEnd(path: string, limitBytes: number): string {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    const { size } = fstatSync(handle)
    const from = Math.max(0, size - limitBytes)
    const buffer = Buffer.allocUnsafe(size - from)
    const read = readSync(handle, buffer, 0, buffer.length, from)
    let start = 0
    // The middle bytes of a letter begin with 10: it was cut.
    while (from > 0 && start < Math.min(3, read) && ((buffer[start] ?? 0) & 0xc0) === 0x80) start += 1
    return buffer.toString('utf8', start, read)
  } catch {
    return ''
  } finally {
    closeSync(handle)
  }
}
