import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceHead, SourceSpec } from '../core/provider'
import type { SourcePlace } from './sourcePlace'
import { unpackStart } from './unpack'

/** What the first records of a file of lines say; null: it cannot be read. */
export function readHead({ provider, root }: SourcePlace, path: string, spec: SourceSpec): SourceHead | null {
  const lines = spec.packed ? packedHead(join(root, path)) : headLines(join(root, path))
  return lines === null ? null : provider.readHead(lines)
}

/** The first records of a transcript are short; the few that are not are read again in larger steps. */
export const HEAD_BYTES = 4 * 1024
const LONGEST_HEAD_BYTES = 2 * 1024 * 1024

/** The first complete lines of a file. */
function headLines(path: string): readonly string[] | null {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    for (let size = HEAD_BYTES; ; size *= 8) {
      const buffer = Buffer.allocUnsafe(size)
      const read = readSync(handle, buffer, 0, size, 0)
      const end = buffer.subarray(0, read).lastIndexOf(10)
      if (end >= 0) return buffer.toString('utf8', 0, end).split('\n')
      if (read < size || size >= LONGEST_HEAD_BYTES) return []
    }
  } catch {
    return null
  } finally {
    closeSync(handle)
  }
}

/** A block of a packed file comes out whole or not at all: most heads lie in the first. */
const PACKED_STEPS: readonly number[] = [64 * 1024, 1024 * 1024, LONGEST_HEAD_BYTES]

function packedHead(path: string): readonly string[] {
  for (const bytes of PACKED_STEPS) {
    const head = unpackStart(path, bytes)
    const end = head.lastIndexOf(10, Math.min(head.length, HEAD_BYTES))
    const first = end >= 0 ? end : head.indexOf(10)
    if (first >= 0) return head.toString('utf8', 0, first).split('\n')
  }
  return []
}
