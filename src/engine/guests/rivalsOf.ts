import { setLiveness } from '../../core/model/forest'
import type { Run } from '../../core/model/run'
import type { CatalogRun } from '../catalog'
import type { ProviderRoot } from '../providerRoot'
import { isUnchanged } from '../refreshIndex'
import { loadRun } from '../summariseRun'
import { isRefused } from './guestWords'
import { type Candidate, matchGuest, type Rank, rankOf, uriOf } from './matchGuest'

export interface Rival {
  readonly uri: string
  readonly rank: Rank
}

/** A host that waits for its call writes nothing meanwhile. */
const SILENT_MS = 10 * 60_000
const EARLY_MS = 1000
/** More, and longer ones, are not read for a guess. */
const MOST_READ = 16
const LONGEST_BYTES = 64 << 20

/** Other runs with a call that fits this session. */
export function rivalsOf(host: ProviderRoot, run: Run, candidate: Candidate): readonly Rival[] {
  const rivals: Rival[] = []
  let read = 0
  for (const place of host.beside()) {
    const catalog = place === candidate.place ? candidate.catalog : place.catalog()
    for (const entry of catalog.runs.values()) {
      const uri = `${place.provider.id}://${entry.id}`
      if (uri === run.uri || uri === uriOf(candidate) || !wasThere(place, entry, candidate.started.startedAt)) continue
      if (isRefused(place.corrections(entry.id), uriOf(candidate))) continue
      if (++read > MOST_READ) return rivals
      const other = loadRun(place, entry.id, entry.files.values()).run
      setLiveness(other, place.live.livenessOf(entry.id))
      const match = matchGuest(other, candidate)
      if (match) rivals.push({ uri, rank: rankOf(place, other, candidate, match) })
    }
  }
  return rivals
}

/** At work, or waiting for its shell, when the session began. */
function wasThere(place: ProviderRoot, entry: CatalogRun, at: number): boolean {
  if (entry.mtimeMs < at - SILENT_MS || entry.sizeBytes > LONGEST_BYTES) return false
  const index = place.index()
  const started = isUnchanged(entry, index) ? index.summary(entry.id)?.row.started : undefined
  return started == null || Date.parse(started) <= at + EARLY_MS
}
