import { close, constants, openSync, read } from 'node:fs'
import { join } from 'node:path'
import type { CatalogFile } from './catalog'

/**
 * Asks the system for files that will be read soon, so that the disk works while lines are parsed: each would else wait for the other.
 * What is read here is not looked at, and what fails here fails again where it matters.
 */
export interface FileWarmer {
  warm(files: Iterable<Pick<CatalogFile, 'path' | 'size' | 'spec'>>): void
}

const PIECE_BYTES = 256 * 1024
/** More than a few batches have; beyond it files are read as they come. */
const MOST_OPEN = 256

export function openFileWarmer(root: string): FileWarmer {
  // Every piece of every file lands in the same place, several at once: nobody looks at it.
  let sink: Buffer | null = null
  let open = 0
  return {
    warm(files) {
      for (const { path, size, spec } of files) {
        if (open >= MOST_OPEN) return
        if (spec.format === 'records' || size === 0) continue
        sink ??= Buffer.allocUnsafeSlow(PIECE_BYTES)
        if (warmOne(join(root, path), size, sink, () => open--)) open++
      }
    },
  }
}

function warmOne(path: string, size: number, sink: Buffer, onDone: () => void): boolean {
  let handle: number
  try {
    // Non-blocking for the sake of named pipes, as everywhere.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch {
    return false
  }
  let pending = Math.ceil(size / PIECE_BYTES)
  const onRead = (): void => {
    if (--pending > 0) return
    onDone()
    close(handle, () => undefined)
  }
  for (let at = 0; at < size; at += PIECE_BYTES) read(handle, sink, 0, PIECE_BYTES, at, onRead)
  return true
}
