import type { SourceSpec } from '../core/provider'
import type { StoredSource } from '../core/sourceStore'
import { readHead } from './readHead'
import type { SourcePlace } from './sourcePlace'
import { type Walk, walkRoot } from './walkRoot'

export interface CatalogFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
  readonly spec: SourceSpec
  /** Null: its first records do not say yet. */
  readonly run: string | null
  /** Of a store: what it has in common with the forks of its run; null: it has none. Absent: its first record tells. */
  readonly family?: string | null
}

export interface CatalogRun {
  readonly id: string
  readonly files: Map<string, CatalogFile>
  sizeBytes: number
  mtimeMs: number
}

/** Every source below one provider's root, by path and by run. */
export interface Catalog extends SourcePlace {
  readonly state: Walk['state']
  readonly files: Map<string, CatalogFile>
  readonly runs: Map<string, CatalogRun>
  readonly registries: Set<string>
  /** Run of each conversation that has an id of its own, by that id. */
  readonly threads: Map<string, string>
  readonly folders: readonly string[]
  readonly problems: Walk['problems']
}

/** What the index remembers of a file whose path does not name its run: spares reading its head. */
export type KnownRun = (path: string, size: number, mtimeMs: number, ino: number) => string | null

/** What a walk found: all of `walk`, and what each wanted path is by its name. */
export interface FoundSources {
  readonly walk: Walk
  readonly wanted: readonly string[]
  readonly specs: readonly SourceSpec[]
}

export function findSources({ provider, root }: SourcePlace): FoundSources {
  const wanted: string[] = []
  const specs: SourceSpec[] = []
  const want = (path: string): boolean => {
    const spec = provider.recognise(path)
    if (!spec) return false
    wanted.push(path)
    specs.push(spec)
    return true
  }
  const walk = walkRoot(root, want, { enter: (path) => provider.isWatchedFolder(path) })
  return { walk, wanted, specs }
}

/** Files whose runs only their heads tell. */
export function headsToRead({ walk: { files }, wanted, specs }: FoundSources, knownRun: KnownRun): readonly string[] {
  const untold = new Set(wanted.filter((_, i) => specs[i]?.run === null && specs[i]?.role !== 'registry'))
  if (untold.size === 0) return []
  return files.paths.filter((path, i) => {
    const size = files.sizes[i] ?? 0
    return untold.has(path) && size > 0 && knownRun(path, size, files.mtimesMs[i] ?? 0, files.inos[i] ?? 0) === null
  })
}

/** `threads`: kept from one look to the next, so that whoever holds it knows the conversations that came since. */
export function buildCatalog(
  { provider, root, store }: SourcePlace,
  knownRun: KnownRun = () => null,
  threads: Map<string, string> = new Map(),
  { walk, wanted, specs } = findSources({ provider, root, store }),
): Catalog {
  const listing = store?.list() ?? null
  const catalog: Catalog = {
    provider,
    root,
    store,
    state: listing?.state ?? walk.state,
    files: new Map(),
    runs: new Map(),
    registries: new Set(),
    threads,
    folders: walk.folders.paths,
    problems: listing ? [...walk.problems, ...listing.problems] : walk.problems,
  }
  for (const source of listing?.sources ?? []) addStored(catalog, source)
  const { paths, sizes, mtimesMs, inos } = walk.files
  const orphans: Orphan[] = []
  const placing: Placing = { knownRun, onOrphan: (orphan) => orphans.push(orphan) }
  for (let i = 0, next = 0; i < paths.length; i++) {
    const path = paths[i] ?? ''
    // Wanted in the order in which they were found, except those that were gone by the time they were looked at.
    while (next < wanted.length && wanted[next] !== path) next++
    const spec = specs[next]
    if (spec) place(catalog, path, spec, { size: sizes[i] ?? 0, mtimeMs: mtimesMs[i] ?? 0, ino: inos[i] ?? 0 }, placing)
  }
  adoptOrphans(catalog, orphans)
  rejoinRuns(catalog)
  return catalog
}

/** What is remembered of a conversation may be from a time when the one that started it was not there yet. */
function rejoinRuns(catalog: Catalog): void {
  for (const { id, files } of [...catalog.runs.values()]) {
    let top = id
    for (const seen = new Set<string>(); !seen.has(top); top = catalog.threads.get(top) ?? top) seen.add(top)
    if (top === id) continue
    for (const { path, spec, ...file } of [...files.values()]) {
      dropFile(catalog, path)
      put(catalog, path, catalog.provider.recognise(path) ?? spec, file, top)
    }
  }
}

/** A conversation whose records name only the one that started it, before that one was met. */
interface Orphan {
  readonly path: string
  readonly spec: SourceSpec
  readonly stamp: FileStamp
  readonly parent: string
}

/** Parents were met in any order: each goes where its parent went, and where nobody is left, the eldest that was named is the run. */
function adoptOrphans(catalog: Catalog, orphans: readonly Orphan[]): void {
  const parents = new Map(orphans.map(({ spec, parent }) => [spec.agent, parent]))
  for (const { path, spec, stamp, parent } of orphans) {
    let top = parent
    // A circle of parents ends where it was entered.
    for (const seen = new Set<string>(); !catalog.threads.has(top) && !seen.has(top); ) {
      seen.add(top)
      top = parents.get(top) ?? top
    }
    put(catalog, path, spec, stamp, catalog.threads.get(top) ?? top)
  }
}

export interface FileStamp {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/** Takes in a new or changed file. Null: not a source. */
export function addFile(catalog: Catalog, path: string, stamp: FileStamp): CatalogFile | null {
  const spec = catalog.provider.recognise(path)
  if (!spec) return null
  const orphaned: Orphan[] = []
  const file = place(catalog, path, spec, stamp, { knownRun: () => null, onOrphan: (orphan) => orphaned.push(orphan) })
  const [orphan] = orphaned
  return orphan ? put(catalog, path, spec, stamp, orphan.parent) : file
}

/** Takes in a new or changed conversation of the store. */
export function addStored(catalog: Catalog, { path, spec, size, mtimeMs, ino, family }: StoredSource): CatalogFile {
  return put(catalog, path, { ...spec, format: 'records' }, { size, mtimeMs, ino }, spec.run, family)
}

interface Placing {
  readonly knownRun: KnownRun
  /** Its records name only the conversation that started it, and nobody has met that one yet. */
  readonly onOrphan: (orphan: Orphan) => void
}

function place(catalog: Catalog, path: string, spec: SourceSpec, stamp: FileStamp, placing: Placing): CatalogFile | null {
  if (spec.role === 'registry') {
    catalog.registries.add(path)
    return null
  }
  const { size, mtimeMs, ino } = stamp
  const known = spec.run ?? catalog.files.get(path)?.run ?? placing.knownRun(path, size, mtimeMs, ino)
  if (known !== null || size === 0) return put(catalog, path, spec, stamp, known)
  const head = readHead(catalog, path, spec)
  const parent = head?.parent ?? null
  const run = head?.run ?? (parent === null ? null : (catalog.threads.get(parent) ?? null))
  if (run === null && parent !== null) {
    placing.onOrphan({ path, spec, stamp, parent })
    return null
  }
  return put(catalog, path, spec, stamp, run)
}

function put(
  catalog: Catalog,
  path: string,
  asked: SourceSpec,
  stamp: FileStamp,
  run: string | null,
  family?: string | null,
): CatalogFile {
  const spec = settleRole(asked, run)
  const { size, mtimeMs, ino } = stamp
  const file: CatalogFile =
    family === undefined ? { path, size, mtimeMs, ino, spec, run } : { path, size, mtimeMs, ino, spec, run, family }
  catalog.files.set(path, file)
  if (run === null) return file
  if (spec.role === 'main') catalog.threads.set(run, run)
  else if (spec.role === 'agent' && spec.agent !== null) catalog.threads.set(spec.agent, run)
  let entry = catalog.runs.get(run)
  if (!entry) {
    entry = { id: run, files: new Map(), sizeBytes: 0, mtimeMs: 0 }
    catalog.runs.set(run, entry)
  }
  entry.sizeBytes += bytesOf(file) - bytesOf(entry.files.get(path))
  entry.mtimeMs = Math.max(entry.mtimeMs, stamp.mtimeMs)
  entry.files.set(path, file)
  return file
}

/** A store says when something changes, not how many bytes it is. */
function bytesOf(file: CatalogFile | undefined): number {
  return !file || file.spec.format === 'records' ? 0 : file.size
}

/** A conversation that begins a run is the run's own; any other is one of its agents. */
function settleRole(spec: SourceSpec, run: string | null): SourceSpec {
  if (spec.role !== 'thread' || run === null) return spec
  return spec.agent === run ? { ...spec, role: 'main', agent: null, run } : { ...spec, role: 'agent', run }
}

export function dropFile(catalog: Catalog, path: string): CatalogFile | null {
  catalog.registries.delete(path)
  const file = catalog.files.get(path)
  if (!file) return null
  catalog.files.delete(path)
  const run = file.run === null ? undefined : catalog.runs.get(file.run)
  if (run?.files.delete(path)) {
    run.sizeBytes -= bytesOf(file)
    if (run.files.size === 0) catalog.runs.delete(run.id)
  }
  return file
}
