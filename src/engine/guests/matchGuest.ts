import { type LaunchMatch, matchLaunch } from '../../core/model/matchLaunch'
import type { Run } from '../../core/model/run'
import type { Catalog } from '../catalog'
import { mainFactsOf, pidsHolding } from '../livenessOf'
import type { ProviderRoot } from '../providerRoot'
import { SILENT_MS } from '../unregisteredRuns'
import { hostLaunchesOf } from './launchesOf'
import { type LookedAtRun, withPrompt } from './startedBetween'

/** A session that an agent of some run may have started. */
export interface Candidate {
  readonly place: ProviderRoot
  readonly catalog: Catalog
  readonly started: LookedAtRun
}

export interface Match extends LaunchMatch {
  readonly started: LookedAtRun
}

export function uriOf({ place, started }: Pick<Candidate, 'place' | 'started'>): string {
  return `${place.provider.id}://${started.entry.id}`
}

/** The call of the run that fits it best. What a session was asked is looked up only where all the rest fits. */
export function matchGuest(run: Run, { place, started: looked }: Pick<Candidate, 'place' | 'started'>): Match | null {
  const launches = hostLaunchesOf(run, uriOf({ place, started: looked }))
  const { id: provider } = place.provider
  if (!matchLaunch(launches, { ...looked, provider })) return null
  const started = withPrompt(place, looked)
  const match = matchLaunch(launches, { ...started, provider })
  return match && { ...match, started }
}

/** How sure a run may be that it started the session. */
export type Rank = 'proved' | 'told' | 'guess'

export function rankOf(host: ProviderRoot, run: Run, guest: Pick<Candidate, 'place' | 'started'>, { isTold }: Match): Rank {
  if (descends(host, run, guest)) return 'proved'
  return isTold ? 'told' : 'guess'
}

function descends(host: ProviderRoot, run: Run, { place, started }: Pick<Candidate, 'place' | 'started'>): boolean {
  // Most are long over: nobody lists a folder for each of them.
  const isOver = Date.now() - started.entry.mtimeMs > SILENT_MS
  const guests = pidsHolding(place, started.entry.id, () => (isOver ? null : started))
  if (guests.length === 0) return false
  const holders = new Set(pidsHolding(host, run.id, () => mainFactsOf(run)))
  return guests.some((pid) => host.processes.ancestors(pid).some((above) => holders.has(above)))
}
