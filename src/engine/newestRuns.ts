import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog, CatalogRun } from './catalog'
import type { ProviderRoot } from './providerRoot'
import { isUnchanged } from './refreshIndex'

/** Most records end within the first step; a long one hides its time further up. */
const TAIL_STEPS: readonly number[] = [4 * 1024, 64 * 1024]
const TIME_KEY = '"timestamp":"'
/** `2026-11-18T11:40:23.345Z` */
const TIME_LENGTH = 24

export interface DatedRun {
  readonly id: string
  /** About when it last said anything; no conversation of it is much later. Infinite: only reading it would tell. */
  readonly at: number
}

/**
 * All runs, newest first, by the time of their last record, without reading any of them whole. A file's own time says when it was
 * copied or restored, not when its agent last spoke.
 */
export function newestRuns(place: ProviderRoot, catalog: Catalog): readonly DatedRun[] {
  const dated = [...catalog.runs.values()].map((run) => ({
    id: run.id,
    at: knownTime(run, place) ?? lastTime(catalog.root, run),
  }))
  // Two infinities have no difference.
  return dated.sort((a, b) => (a.at === b.at ? 0 : b.at - a.at))
}

function knownTime(run: CatalogRun, place: ProviderRoot): number | null {
  const index = place.index()
  if (!isUnchanged(run, index)) return null
  const summary = index.summary(run.id)
  if (summary?.isPhantom) return Number.NEGATIVE_INFINITY
  const updated = summary?.row.updated
  return updated ? Date.parse(updated) : null
}

function lastTime(root: string, run: CatalogRun): number {
  let latest = Number.NEGATIVE_INFINITY
  for (const file of run.files.values()) {
    // A store stamps a conversation itself; no copying of files can change that.
    if (file.spec.format === 'records') latest = Math.max(latest, file.mtimeMs)
    else if (file.spec.format === 'lines' && file.spec.role !== 'side')
      latest = Math.max(latest, lastTimestamp(join(root, file.path), file.size))
  }
  return latest
}

function lastTimestamp(path: string, size: number): number {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    return Number.NEGATIVE_INFINITY
  }
  try {
    for (const length of TAIL_STEPS) {
      const at = lastIn(handle, Math.min(size, length), size)
      if (at !== null || length >= size) return at ?? Number.NEGATIVE_INFINITY
    }
    return Number.POSITIVE_INFINITY
  } catch {
    return Number.NEGATIVE_INFINITY
  } finally {
    closeSync(handle)
  }
}

/** The last record's time; null: none in these last bytes. */
function lastIn(handle: number, length: number, size: number): number | null {
  const buffer = Buffer.allocUnsafe(length)
  const read = readSync(handle, buffer, 0, length, size - length)
  for (let at = buffer.lastIndexOf(TIME_KEY, read - 1); at >= 0; at = at === 0 ? -1 : buffer.lastIndexOf(TIME_KEY, at - 1)) {
    const from = at + TIME_KEY.length
    const time = Date.parse(buffer.latin1Slice(from, Math.min(read, from + TIME_LENGTH)))
    if (!Number.isNaN(time)) return time
  }
  return null
}
