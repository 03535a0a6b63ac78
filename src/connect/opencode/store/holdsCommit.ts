import { closeSync, openSync, readSync } from 'node:fs'

const HEADER = 32
const FRAME = 24

/** Whether a write-ahead log holds anything that counts. It is read as a file: that touches no lock of the database. */
export function holdsCommit(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      return scan((length, at) => {
        const bytes = Buffer.alloc(length)
        return readSync(file, bytes, 0, length, at) === length ? bytes : null
      })
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

type Sums = readonly [number, number]

/** Frame after frame, as the library itself does when it mends the index of a log. */
function scan(read: (length: number, at: number) => Buffer | null): boolean {
  const header = read(HEADER, 0)
  if (!header) return false
  const magic = header.readUInt32BE(0)
  if ((magic & 0xfffffffe) >>> 0 !== 0x377f0682) return false
  const isBig = (magic & 1) === 1
  let sums = sumUp(header.subarray(0, 24), [0, 0], isBig)
  if (!matches(sums, header, 24)) return false
  const pageSize = header.readUInt32BE(8)
  if (pageSize < 512 || pageSize > 65536) return false
  for (let at = HEADER; ; at += FRAME + pageSize) {
    const frame = read(FRAME + pageSize, at)
    const isOfThisLog = frame?.compare(header, 16, 24, 8, 16) === 0
    if (!frame || !isOfThisLog) return false
    sums = sumUp(frame.subarray(FRAME), sumUp(frame.subarray(0, 8), sums, isBig), isBig)
    if (!matches(sums, frame, 16)) return false
    const isCommit = frame.readUInt32BE(4) !== 0
    if (isCommit) return true
  }
}

function matches([first, second]: Sums, bytes: Buffer, at: number): boolean {
  return first === bytes.readUInt32BE(at) && second === bytes.readUInt32BE(at + 4)
}

function sumUp(bytes: Buffer, [from0, from1]: Sums, isBig: boolean): Sums {
  let s0 = from0
  let s1 = from1
  const word = (at: number): number => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    s0 = (s0 + word(at) + s1) >>> 0
    s1 = (s1 + word(at + 4) + s0) >>> 0
  }
  return [s0, s1]
}
