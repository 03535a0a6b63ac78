import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceHead, SourceSpec } from '../core/provider'
import type { SourcePlace } from './sourcePlace'
import { unpack } from './unpack'

/** What the first records of a file of lines say; null: it cannot be read. */
export function readHead({ provider, root }: SourcePlace, path: string, spec: SourceSpec): SourceHead | null {
  const lines = spec.packed ? packedHead(join(root, path)) : headLines(join(root, path))
  return lines === null ? null : provider.readHead(lines)
}

/** The first records of a transcript are short; the few that are not are read again in larger steps. */
const HEAD_BYTES = 4 * 1024
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

function packedHead(path: string): readonly string[] | null {
  const bytes = unpack(path)
  if (!bytes.ok) return null
  const head = bytes.value.subarray(0, LONGEST_HEAD_BYTES)
  return head.toString('utf8', 0, head.lastIndexOf(10, HEAD_BYTES) + 1 || head.indexOf(10) + 1).split('\n')
}
