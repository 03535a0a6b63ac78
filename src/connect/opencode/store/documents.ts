import { readdirSync, readFileSync, statSync } from 'node:fs'

/** How one document on the disk is, without what it says. */
export interface DocumentStamp {
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly ino: number
  readonly isFile: boolean
}

/** Null: there is none. */
export function stampOf(path: string): DocumentStamp | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? { sizeBytes: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino, isFile: stats.isFile() } : null
  } catch {
    return null
  }
}

/** Ids of the documents in a folder, sorted; none where there is no such folder. */
export function documentsIn(folder: string): string[] {
  const ids = namesIn(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  return ids.map((name) => name.slice(0, -'.json'.length)).sort()
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What a document says. `parsed` undefined: it is half written, or no JSON at all. */
export interface DocumentText {
  readonly bytes: Buffer
  readonly parsed: unknown
}

/** Null: it is gone or cannot be read. */
export function readDocument(path: string): DocumentText | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return null
  }
  try {
    return { bytes, parsed: JSON.parse(bytes.toString()) }
  } catch {
    return { bytes, parsed: undefined }
  }
}

/** One key of what may be an object. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let at = value
  for (const key of keys) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Object.entries(at).find(([name]) => name === key)?.[1]
  }
  return at
}

export function numberAt(value: unknown, ...keys: readonly string[]): number | null {
  const found = valueAt(value, ...keys)
  return typeof found === 'number' ? found : null
}

export function wordsAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' ? found : null
}
