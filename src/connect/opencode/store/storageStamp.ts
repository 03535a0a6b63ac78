import { join } from 'node:path'
import { documentsIn, namesIn, stampOf } from './documents'

export interface StorageStamp {
  readonly size: number
  readonly mtimeMs: number
}

/** Messages whose documents are looked at: what is written in place is nearly always among the last. */
const LAST = 4

/** What moves when anything lately written of a session is written again. */
export function storageStamp(storage: string, session: string): StorageStamp {
  const folder = join(storage, 'message', session)
  const messages = documentsIn(folder)
  let size = messages.length
  let mtimeMs = 0
  const look = (path: string): void => {
    const stamp = stampOf(path)
    size += stamp?.sizeBytes ?? 0
    mtimeMs = Math.max(mtimeMs, stamp?.mtimeMs ?? 0)
  }
  for (const message of messages.slice(-LAST)) {
    look(join(folder, `${message}.json`))
    const parts = join(storage, 'part', message)
    for (const name of namesIn(parts)) look(join(parts, name))
  }
  return { size, mtimeMs }
}
