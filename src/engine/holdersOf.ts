import { viewRow } from '../core/model/viewTree'
import { RunUri } from '../shared/ids'
import { isActive } from '../shared/phaseWord'
import type { Result } from '../shared/result'
import { atMost } from './atMost'
import type { LookupFailure, RunHolders } from './engine'
import { livenessOf } from './livenessOf'
import type { OpenedRun } from './openedRuns'
import type { ProcessTable } from './processTable'
import type { ProviderRoot } from './providerRoot'

export interface HolderSources {
  readonly refreshProcesses: () => Promise<void>
  readonly processes: ProcessTable
  readonly open: (run: RunUri) => Result<OpenedRun, LookupFailure>
}

const PATIENCE_MS = 1000

/** Who holds a run at this moment: everything that could say so is asked anew. */
export async function holdersOf(places: readonly ProviderRoot[], uri: RunUri, sources: HolderSources): Promise<RunHolders> {
  const place = places.find(({ provider }) => uri.startsWith(`${provider.id}://`))
  if (!place) return { isLive: false, pids: [], joinable: null, isSure: true, isUnheardAtWork: false }
  const run = uri.slice(uri.indexOf('://') + 3)
  await Promise.all([sources.refreshProcesses(), atMost(place.refresh(), PATIENCE_MS)])
  const opened = sources.open(uri)
  // Opening it has read the registries; a run without a record may be held all the same.
  const isLive = opened.ok
    ? livenessOf(place, opened.value.catalog, opened.value.reader.run).live
    : place.live.livenessOf(run).live
  const row = opened.ok ? viewRow(opened.value.reader.run, place.view, 0) : null
  return {
    isLive,
    // A line that was cut leaves the word of a process that may be gone.
    pids: place.live
      .pidsOf(run)
      .filter((pid) => sources.processes.isAlive(pid, null) !== 'dead')
      .map((pid) => ({ pid, ancestors: sources.processes.ancestors(pid) })),
    joinable: place.live.joinableAt(run),
    isSure:
      place.provider.hasRegistry(row?.version ?? null) || (place.channel?.isExhaustive ?? false) || process.platform === 'linux',
    isUnheardAtWork: row !== null && isActive(row.phase) && place.unregistered.isAnyIn(row.cwd ?? ''),
  }
}

/** Runs that a process says it holds, or one that it started. */
export function heldBy(places: readonly ProviderRoot[], processes: ProcessTable, pid: number): RunUri[] {
  const isIts = (one: number): boolean => one === pid || processes.ancestors(one).includes(pid)
  return places.flatMap(({ provider, live }) =>
    [...live.claimed()].flatMap((run) => (live.pidsOf(run).some(isIts) ? RunUri.parse(`${provider.id}://${run}`) : [])),
  )
}
