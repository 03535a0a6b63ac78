import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { constants, zstdDecompressSync } from 'node:zlib'
import { fail, ok, type Result } from '../shared/result'
import { errorCode, isMissingCode } from './walkRoot'

/** Far more than any conversation; a file that claims to hold more is no transcript. */
const LONGEST_BYTES = 1 << 30

/** The whole content of a packed file. Such files are cold: they are written once, and only read when somebody opens them. */
export function unpack(path: string): Result<Buffer, 'gone' | string> {
  let packed: Buffer
  try {
    packed = readFileSync(path)
  } catch (error) {
    const code = errorCode(error)
    return fail(isMissingCode(code) ? 'gone' : code)
  }
  try {
    return ok(zstdDecompressSync(packed, { maxOutputLength: LONGEST_BYTES }))
  } catch {
    return fail('it is not packed as its name says')
  }
}

/** What the first bytes of a packed file hold, as far as they tell; empty where it cannot be read. */
export function unpackStart(path: string, bytes: number): Buffer {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    return NOTHING
  }
  try {
    const packed = Buffer.allocUnsafe(bytes)
    const start = packed.subarray(0, readSync(handle, packed, 0, bytes, 0))
    // Cut off in the middle it is no error: what is whole so far comes out.
    return zstdDecompressSync(start, { finishFlush: constants.ZSTD_e_continue, maxOutputLength: LONGEST_BYTES })
  } catch {
    return NOTHING
  } finally {
    closeSync(handle)
  }
}

const NOTHING = Buffer.alloc(0)
