import { statSync } from 'node:fs'
import type { z } from 'zod'
import { changeLocked } from './changeLocked'
import { jsonFile } from './jsonFile'

/** A small file that several programs of ours read and change: each change is made to what is there, not to what was read once. */
export interface SharedJson<T> {
  /** Read again only where somebody has changed it. */
  read(): T
  /** The failure says why it could not be kept: then it is known to this program alone. */
  change(work: (now: T) => T): string | null
}

export function sharedJson<T>(path: string, schema: z.ZodType<T>, nothing: T): SharedJson<T> {
  const file = jsonFile(path, schema, nothing)
  let seen = ''
  let value = nothing
  const read = (): T => {
    const stamp = stampOf(path)
    // Before it is read: what is written in between is read once more.
    if (stamp !== seen) value = file.read()
    seen = stamp
    return value
  }
  return {
    read,
    change: (work) =>
      changeLocked(path, () => {
        const before = read()
        value = work(before)
        if (value === before) return null
        const failure = file.write(value)
        seen = stampOf(path)
        return failure
      }),
  }
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : 'none'
}
