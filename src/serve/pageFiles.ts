import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface PageFile {
  readonly body: Buffer
  readonly type: string
  /** Named by its content: it never changes under this name. */
  readonly isForever: boolean
}

/** Path from the root, with its slash → file. */
export type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/**
 * The built page, read whole: a fixed table, so that no request ever reaches the disk, and a rebuild does not mix two versions.
 * Null where there is no page. Files of unknown kind stay out.
 */
export function readPageFiles(folder: string): PageFiles | null {
  const files = new Map<string, PageFile>()
  try {
    collect(folder, '/', files)
  } catch {
    return null
  }
  return files.has('/index.html') ? files : null
}

function collect(folder: string, prefix: string, files: Map<string, PageFile>): void {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, `${prefix}${entry.name}/`, files)
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    files.set(`${prefix}${entry.name}`, { body: readFileSync(path), type, isForever: prefix === '/assets/' })
  }
}
