import type { Stats } from 'node:fs'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Result } from '../shared/result'
import { fail, ok } from '../shared/result'
import { errorCode, isMissingCode } from './walkRoot'

export interface FileIdentity {
  readonly ino: number
  readonly dev: number
  readonly size: number
  readonly mtimeMs: number
}

export type SmallFileFailure =
  | { readonly kind: 'gone' }
  | { readonly kind: 'too_large'; readonly sizeBytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string }

const ATTEMPTS = 3

/** The whole of a file that is rewritten in place or by rename. It may still be half written: parse with that in mind, the next hint brings the rest. */
export function readSmallFile(
  path: string,
  limitBytes: number,
): Result<{ readonly text: string; readonly identity: FileIdentity }, SmallFileFailure> {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return failed(errorCode(error))
  }
  try {
    let before = fstatSync(handle)
    if (!before.isFile()) return fail({ kind: 'unreadable', reason: 'not_a_file' })
    for (let attempt = 1; ; attempt++) {
      if (before.size > limitBytes) return fail({ kind: 'too_large', sizeBytes: before.size })
      const text = readAll(handle, before.size)
      const after = fstatSync(handle)
      // The identity of before: if someone wrote while we read, the next comparison with the disk differs and we come back.
      if (attempt === ATTEMPTS || isUntouched(before, after)) return ok({ text, identity: identityOf(before) })
      before = after
    }
  } catch (error) {
    return failed(errorCode(error))
  } finally {
    closeSync(handle)
  }
}

function readAll(handle: number, size: number): string {
  const buffer = Buffer.allocUnsafe(size)
  let filled = 0
  while (filled < size) {
    const read = readSync(handle, buffer, filled, size - filled, filled)
    if (read === 0) break
    filled += read
  }
  return buffer.toString('utf8', 0, filled)
}

function isUntouched(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs
}

function identityOf({ ino, dev, size, mtimeMs }: Stats): FileIdentity {
  return { ino, dev, size, mtimeMs }
}

function failed(code: string): Result<never, SmallFileFailure> {
  return fail(isMissingCode(code) ? { kind: 'gone' } : { kind: 'unreadable', reason: code })
}
