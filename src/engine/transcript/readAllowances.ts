import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Allowances } from '../../core/allowances'
import { splitLines } from '../../core/framing/splitLines'
import type { SourceStore } from '../../core/sourceStore'
import type { SourcePlace } from '../sourcePlace'

/** What an agent may do is said at its start and with its last prompts; what lies between in a long file is not looked through. */
const WINDOW_BYTES = 1024 * 1024
/** Many prompts repeat the mode: of so many the first and the last are enough. */
const MOST_LINES = 40

export function readAllowances({ provider, root, store }: SourcePlace, path: string): Allowances {
  const reader = provider.openAllowances()
  const isTelling = (line: Buffer): boolean => provider.allowanceMarks.some((mark) => line.includes(mark, 0, 'latin1'))
  const lines = store?.look(path) ? storedLines(store, path, isTelling) : tellingLines(join(root, path), isTelling)
  for (const line of firstAndLast(lines)) {
    try {
      reader.take(JSON.parse(line.utf8Slice()))
    } catch {
      // What is no JSON says nothing.
    }
  }
  return reader.result()
}

function firstAndLast(lines: readonly Buffer[]): readonly Buffer[] {
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES / 2), ...lines.slice(-MOST_LINES / 2)]
}

function storedLines(store: SourceStore, path: string, isTelling: (line: Buffer) => boolean): Buffer[] {
  const lines: Buffer[] = []
  const take = (json: Uint8Array): void => {
    const line = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    if (isTelling(line)) lines.push(line)
  }
  store.read(path, null, { onReplaced: () => undefined, onRecord: (_, json) => take(json) })
  return lines
}

function tellingLines(path: string, isTelling: (line: Buffer) => boolean): Buffer[] {
  const lines: Buffer[] = []
  const takeLine = (line: Buffer): void => {
    if (isTelling(line)) lines.push(line)
  }
  let handle: number | null = null
  try {
    handle = openSync(path, 'r')
    const { size } = fstatSync(handle)
    const isShort = size <= 2 * WINDOW_BYTES
    takeWindow(handle, 0, isShort ? size : WINDOW_BYTES, takeLine)
    if (!isShort) takeWindow(handle, size - WINDOW_BYTES, size, takeLine)
  } catch {
    // Gone meanwhile: what was read before counts.
  } finally {
    if (handle !== null) closeSync(handle)
  }
  return lines
}

function takeWindow(handle: number, from: number, to: number, takeLine: (line: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(to - from)
  const read = readSync(handle, buffer, 0, buffer.length, from)
  // Cut from the middle of the file, it begins in the middle of a line.
  const first = from === 0 ? 0 : buffer.indexOf(10) + 1
  splitLines(buffer, first, read, (start, end) => takeLine(buffer.subarray(start, end)))
}
