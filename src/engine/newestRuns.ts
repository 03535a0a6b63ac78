import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog, CatalogRun } from './catalog'
import type { ProviderRoot } from './providerRoot'
import { isSameFile } from './refreshIndex'

const TAIL_BYTES = 16 * 1024
/** Runs without any conversation are left out of a list later: a few more candidates make up for them. */
const SPARE = 8

/**
 * The runs that a short list can hold, by the time of their last record, without reading any of them whole. A file's own time says
 * when it was copied or restored, not when its agent last spoke.
 */
export function newestRuns(place: ProviderRoot, catalog: Catalog, limit: number): ReadonlySet<string> {
  const index = place.index()
  const dated = [...catalog.runs.values()].map((run) => ({
    id: run.id,
    at: knownTime(run, place) ?? lastTime(catalog.root, run),
  }))
  dated.sort((a, b) => b.at - a.at)
  const chosen = new Set<string>()
  let counted = 0
  for (const { id } of dated) {
    if (counted >= limit + SPARE) break
    chosen.add(id)
    if (!index.summary(id)?.isPhantom) counted++
  }
  return chosen
}

function knownTime(run: CatalogRun, place: ProviderRoot): number | null {
  const index = place.index()
  for (const file of run.files.values()) if (!isSameFile(file, index.files.get(file.path))) return null
  const updated = index.summary(run.id)?.row.updated
  return updated ? Date.parse(updated) : null
}

function lastTime(root: string, run: CatalogRun): number {
  let latest = Number.NEGATIVE_INFINITY
  for (const file of run.files.values()) {
    if (file.spec.format === 'lines' && file.spec.role !== 'side')
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
    const length = Math.min(size, TAIL_BYTES)
    const buffer = Buffer.allocUnsafe(length)
    const read = readSync(handle, buffer, 0, length, size - length)
    let latest = Number.NEGATIVE_INFINITY
    for (const match of buffer.latin1Slice(0, read).matchAll(/"timestamp":"([^"]{20,30})"/g)) {
      const at = Date.parse(match[1] ?? '')
      if (at > latest) latest = at
    }
    return latest
  } catch {
    return Number.NEGATIVE_INFINITY
  } finally {
    closeSync(handle)
  }
}
