import { setCorrections, setLiveness } from '../core/model/forest'
import { fail, ok, type Result } from '../shared/result'
import type { TreeView } from '../shared/views'
import { adoptUnplaced } from './adoptUnplaced'
import type { Catalog, CatalogRun } from './catalog'
import type { LookupFailure } from './engine'
import { readGuests, seekGuests } from './guests/seekGuests'
import { livenessOf } from './livenessOf'
import type { ProviderRoot } from './providerRoot'
import { openRun, readTree, settleOrigin } from './readTree'
import { isSameFile } from './refreshIndex'
import { missingRun } from './resolveAgent'
import { isPartlyRead, type RunReader } from './runReader'
import { isPhantom, rootOf } from './summariseRun'

export interface OpenedRun {
  readonly place: ProviderRoot
  readonly catalog: Catalog
  readonly reader: RunReader
  readonly tree: TreeView
}

/** Runs that were asked for lately, each read once and then only where it grew. */
export interface OpenedRuns {
  /** `maxAgeMs`: how old a look at the disk may be; 0 looks now. Any other is content with what a watch on the run has seen. */
  open(place: ProviderRoot, main: string, atLeast: number): Result<OpenedRun, LookupFailure>
  clear(): void
}

const KEPT_RUNS = 4

interface Kept {
  opened: OpenedRun
  entry: CatalogRun
  lookedAt: number
}

/** A run that is watched is held in memory already: it is not read a second time. */
export type HeldRun = (place: ProviderRoot, main: string) => { readonly catalog: Catalog; readonly reader: RunReader } | null

export function openedRuns(held: HeldRun = () => null, now: () => number = () => performance.now()): OpenedRuns {
  const kept = new Map<string, Kept>()
  return {
    open(place, main, maxAgeMs) {
      const name = `${place.provider.id}://${main}`
      const watched = held(place, main)
      const isSeen = maxAgeMs > 0 && watched?.catalog.runs.has(main) && !isPartlyRead(watched.reader)
      if (watched && isSeen && isSaid(place, watched.reader)) return ok(withTree(place, watched.catalog, watched.reader))
      const known = adopt(place, main, watched) ?? kept.get(name)
      if (known && now() - known.lookedAt < maxAgeMs && isSaid(place, known.opened.reader)) return ok(known.opened)
      const catalog = place.catalog()
      const entry = catalog.runs.get(main)
      kept.delete(name)
      if (!entry) return fail(missingRun(catalog, main))
      const reader = known ? update(place, catalog, known, entry) : openRun(place, catalog, entry)
      const opened = { place, catalog, reader, tree: readTree(place, reader) }
      const empty = emptiness(opened, main, entry)
      if (empty) return fail(empty)
      // Put back at the end: the map keeps the order of use.
      kept.set(name, { opened, entry: snapshot(entry), lookedAt: now() })
      for (const oldest of kept.keys()) if (kept.size > KEPT_RUNS) kept.delete(oldest)
      return ok(opened)
    },
    clear: () => kept.clear(),
  }
}

/** As old as it may be: everything that differs from what its watch has seen is looked at. */
function adopt(place: ProviderRoot, main: string, held: ReturnType<HeldRun>): Kept | null {
  const entry = held?.catalog.runs.get(main)
  if (!held || !entry) return null
  const { catalog, reader } = held
  return {
    opened: withTree(place, catalog, reader),
    entry: snapshot(entry),
    lookedAt: Number.NEGATIVE_INFINITY,
  }
}

/** Among twenty thousand agents the tree takes a while, and not everybody wants it. */
function withTree(place: ProviderRoot, catalog: Catalog, reader: RunReader): OpenedRun {
  let tree: TreeView | null = null
  return {
    ...{ place, catalog, reader },
    get tree() {
      tree ??= readTree(place, reader)
      return tree
    },
  }
}

/** A person's word counts at once, however short ago the disk was looked at. */
function isSaid(place: ProviderRoot, reader: RunReader): boolean {
  return reader.run.corrections === place.corrections(reader.run.id)
}

function snapshot(entry: CatalogRun): CatalogRun {
  return { ...entry, files: new Map(entry.files) }
}

/** A fork's origin may have changed too: such a run is read anew, all others only where their files differ. */
function update(place: ProviderRoot, catalog: Catalog, known: Kept, entry: CatalogRun): RunReader {
  const { reader } = known.opened
  const root = rootOf(reader.run)
  if (reader.run.forkedFrom !== null || hasNewRelative(place, catalog, known.opened.catalog, root?.record)) {
    return openRun(place, catalog, entry)
  }
  for (const path of known.entry.files.keys()) if (!entry.files.has(path)) reader.forget(path)
  setCorrections(reader.run, place.corrections(reader.run.id))
  setLiveness(reader.run, livenessOf(place, catalog, reader.run))
  const isFinished = !reader.run.liveness.live
  for (const file of entry.files.values()) {
    const before = known.entry.files.get(file.path)
    const tail = reader.tails.get(file.path)
    const isPending = tail?.isPartial || (isFinished && (tail?.pendingBytes ?? 0) > 0)
    if (!before || isPending || !isSameFile(file, { ...before, run: before.run }))
      reader.read(file.path, file.spec, { isFinished })
  }
  adoptUnplaced(catalog, reader)
  // Opened before its first record was there.
  if (!root && rootOf(reader.run)) settleOrigin(place, catalog, entry, reader)
  seekGuests(place, reader)
  readGuests(place, reader)
  return reader
}

/** A run that came since and begins with the same record: it may be the elder. */
function hasNewRelative(place: ProviderRoot, catalog: Catalog, before: Catalog, record: string | undefined): boolean {
  if (record === undefined) return false
  for (const id of catalog.runs.keys()) if (!before.runs.has(id) && place.rootRecord(catalog, id) === record) return true
  return false
}

function emptiness({ reader, tree }: OpenedRun, main: string, entry: CatalogRun): LookupFailure | null {
  if (!isPhantom(reader.run, tree.totals.agents + tree.unplaced.length)) return null
  const unreadable = tree.problems.find((problem) => problem.code === 'unreadable')
  return unreadable
    ? { reason: 'unreadable', message: `run ${main} cannot be read: ${unreadable.source}: ${unreadable.message}` }
    : { reason: 'no_data', message: `run ${main} holds no conversation: ${entry.files.size} files were read` }
}
