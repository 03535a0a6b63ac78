import { type Liveness, NOT_LIVE } from '../core/model/phaseOf'
import type { Run } from '../core/model/run'
import type { Catalog } from './catalog'
import type { ProviderRoot } from './providerRoot'

/** Whether a process owns the run now: by the registry, and for releases without one by the processes themselves. */
export function livenessOf(place: ProviderRoot, catalog: Catalog, run: Run): Liveness {
  const registered = place.live.livenessOf(run.id)
  if (registered.live) return registered
  for (const facts of run.sources.values()) {
    if (!facts.threads.has(run.id) || facts.cwd === null) continue
    return unregistered(place, catalog, run.id, facts.version, facts.cwd) ?? registered
  }
  return registered
}

export function unregistered(
  place: ProviderRoot,
  catalog: Catalog,
  run: string,
  version: string | null,
  cwd: string,
): Liveness | null {
  const isTold = place.provider.hasRegistry(version) && (place.channel?.isExhaustive ?? true)
  if (isTold || !place.unregistered.isAlive(catalog, run, cwd)) return null
  return { ...NOT_LIVE, live: true }
}
