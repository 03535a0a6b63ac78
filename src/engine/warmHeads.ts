import { closeSync, constants, openSync, read, readSync } from 'node:fs'
import { join } from 'node:path'
import { HEAD_BYTES } from './readHead'

/** So many are read one by one first: where they come from memory, fetching the others beforehand would be work for nothing. */
const SAMPLE = 16
/** What a head from memory takes at most; the fastest disk needs longer. */
const MEMORY_MS = 0.06
const AT_ONCE = 32

/**
 * Fetches the beginnings of files from the disk, several at a time: whoever reads them next, one after the other, waits for none. What
 * cannot be read here cannot be read there either, and is told there.
 */
export async function warmHeads(root: string, paths: readonly string[]): Promise<void> {
  if (paths.length <= SAMPLE) return
  const sink = Buffer.allocUnsafe(HEAD_BYTES)
  const began = performance.now()
  for (const path of paths.slice(0, SAMPLE)) readOne(join(root, path), sink)
  if (performance.now() - began < SAMPLE * MEMORY_MS) return
  let next = SAMPLE
  const fetchOthers = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) await fetchOne(join(root, path), sink)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOthers))
}

function readOne(path: string, sink: Buffer): void {
  const handle = openedAt(path)
  if (handle === null) return
  try {
    readSync(handle, sink, 0, sink.length, 0)
  } catch {
    // Told by whoever reads it for what is in it.
  } finally {
    closeSync(handle)
  }
}

function fetchOne(path: string, sink: Buffer): Promise<void> {
  const handle = openedAt(path)
  if (handle === null) return Promise.resolve()
  return new Promise((resolve) => {
    read(handle, sink, 0, sink.length, 0, () => {
      closeSync(handle)
      resolve()
    })
  })
}

function openedAt(path: string): number | null {
  try {
    // Non-blocking for the sake of named pipes, as everywhere.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch {
    return null
  }
}
