import { writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { readSmallFile } from '../readSmallFile'
import { replaceFile } from '../replaceFile'

/** A small file of ours that is read and written whole. What cannot be read counts as nothing: it only remembers. */
export interface JsonFile<T> {
  read(): T
  /** Says why it could not be kept; null: it was. */
  write(value: T): string | null
}

const LIMIT_BYTES = 4 * 1024 * 1024

export function jsonFile<T>(path: string, schema: z.ZodType<T>, nothing: T): JsonFile<T> {
  return {
    read() {
      const read = readSmallFile(path, LIMIT_BYTES)
      if (!read.ok) return nothing
      try {
        const parsed = schema.safeParse(JSON.parse(read.value.text))
        return parsed.success ? parsed.data : nothing
      } catch {
        return nothing
      }
    },
    write(value) {
      return replaceFile(path, (temporary) => writeFileSync(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600 }), 0o700)
    },
  }
}
