import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Provider, SourceSpec } from '../core/provider'
import { type Walk, walkRoot } from './walkRoot'

export interface CatalogFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
  readonly spec: SourceSpec
  /** Null: its first records do not say yet. */
  readonly run: string | null
}

export interface CatalogRun {
  readonly id: string
  readonly files: Map<string, CatalogFile>
  sizeBytes: number
  mtimeMs: number
}

/** Every source below one provider's root, by path and by run. */
export interface Catalog {
  readonly provider: Provider
  readonly root: string
  readonly state: Walk['state']
  readonly files: Map<string, CatalogFile>
  readonly runs: Map<string, CatalogRun>
  readonly registries: Set<string>
  readonly folders: readonly string[]
  readonly problems: Walk['problems']
}

/** What the index remembers of a file whose path does not name its run: spares reading its head. */
export type KnownRun = (path: string, size: number, mtimeMs: number, ino: number) => string | null

export function buildCatalog(provider: Provider, root: string, knownRun: KnownRun = () => null): Catalog {
  const specs = new Map<string, SourceSpec>()
  const want = (path: string): boolean => {
    const spec = provider.recognise(path)
    if (spec) specs.set(path, spec)
    return spec !== null
  }
  const walk = walkRoot(root, want, { enter: (path) => provider.isWatchedFolder(path) })
  const catalog: Catalog = {
    provider,
    root,
    state: walk.state,
    files: new Map(),
    runs: new Map(),
    registries: new Set(),
    folders: walk.folders.paths,
    problems: walk.problems,
  }
  const { paths, sizes, mtimesMs, inos } = walk.files
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] ?? ''
    const size = sizes[i] ?? 0
    const mtimeMs = mtimesMs[i] ?? 0
    const ino = inos[i] ?? 0
    const spec = specs.get(path)
    if (spec) place(catalog, path, spec, { size, mtimeMs, ino }, knownRun)
  }
  return catalog
}

export interface FileStamp {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/** Takes in a new or changed file. Null: not a source. */
export function addFile(catalog: Catalog, path: string, stamp: FileStamp): CatalogFile | null {
  const spec = catalog.provider.recognise(path)
  return spec ? place(catalog, path, spec, stamp, () => null) : null
}

function place(catalog: Catalog, path: string, spec: SourceSpec, stamp: FileStamp, knownRun: KnownRun): CatalogFile | null {
  if (spec.role === 'registry') {
    catalog.registries.add(path)
    return null
  }
  const before = catalog.files.get(path)
  const { size, mtimeMs, ino } = stamp
  const run = spec.run ?? before?.run ?? knownRun(path, size, mtimeMs, ino) ?? (size > 0 ? runOfHead(catalog, path) : null)
  const file: CatalogFile = { path, size, mtimeMs, ino, spec, run }
  catalog.files.set(path, file)
  if (run === null) return file
  let entry = catalog.runs.get(run)
  if (!entry) {
    entry = { id: run, files: new Map(), sizeBytes: 0, mtimeMs: 0 }
    catalog.runs.set(run, entry)
  }
  entry.sizeBytes += stamp.size - (entry.files.get(path)?.size ?? 0)
  entry.mtimeMs = Math.max(entry.mtimeMs, stamp.mtimeMs)
  entry.files.set(path, file)
  return file
}

export function dropFile(catalog: Catalog, path: string): CatalogFile | null {
  catalog.registries.delete(path)
  const file = catalog.files.get(path)
  if (!file) return null
  catalog.files.delete(path)
  const run = file.run === null ? undefined : catalog.runs.get(file.run)
  if (run?.files.delete(path)) {
    run.sizeBytes -= file.size
    if (run.files.size === 0) catalog.runs.delete(run.id)
  }
  return file
}

function runOfHead(catalog: Catalog, path: string): string | null {
  const head = readHeadLines(join(catalog.root, path))
  return head === null ? null : catalog.provider.readHead(head).run
}

/** The first records of a transcript are short; the few that are not are read again in larger steps. */
const HEAD_BYTES = 4 * 1024
const LONGEST_HEAD_BYTES = 2 * 1024 * 1024

/** The first complete lines of a file; null where it cannot be read. */
export function readHeadLines(path: string): readonly string[] | null {
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
