import { type Liveness, NOT_LIVE } from '../core/model/phaseOf'
import type { Run } from '../core/model/run'
import type { Catalog } from './catalog'
import type { ProviderRoot } from './providerRoot'

/** Whether a process owns the run now: by the registry, and for releases without one by the processes themselves. */
export function livenessOf(place: ProviderRoot, catalog: Catalog, run: Run): Liveness {
  const registered = place.live.livenessOf(run.id)
  if (registered.live) return registered
  const facts = mainFactsOf(run)
  return (facts && unregistered(place, catalog, run.id, facts.version, facts.cwd)) ?? registered
}

/** Null: its records do not tell its folder yet. */
export function mainFactsOf(run: Run): { readonly version: string | null; readonly cwd: string } | null {
  for (const { threads, version, cwd } of run.sources.values()) if (threads.has(run.id) && cwd !== null) return { version, cwd }
  return null
}

export function unregistered(
  place: ProviderRoot,
  catalog: Catalog,
  run: string,
  version: string | null,
  cwd: string,
): Liveness | null {
  if (isTold(place, version) || !place.unregistered.isAlive(catalog, run, cwd)) return null
  return { ...NOT_LIVE, live: true }
}

/** Processes that hold the run: those that say so, else the only program that can. `records`: what tells its release and its folder. */
export function pidsHolding(
  place: ProviderRoot,
  run: string,
  records: () => { readonly version: string | null; readonly cwd: string | null } | null,
): readonly number[] {
  const told = place.live.pidsOf(run)
  if (told.length > 0) return told
  const { version = null, cwd = null } = records() ?? {}
  if (cwd === null || isTold(place, version)) return []
  const pid = place.unregistered.holderOf(place.catalog(), run, cwd)
  return pid === null ? [] : [pid]
}

/** Whoever holds a run of this release says so: nothing is left to guess. */
function isTold({ provider, channel }: ProviderRoot, version: string | null): boolean {
  return provider.hasRegistry(version) && (channel?.isExhaustive ?? true)
}
