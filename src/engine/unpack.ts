import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
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
