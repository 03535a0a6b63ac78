import type { LaunchFact } from '../../core/model/facts'
import type { Run } from '../../core/model/run'

/** Every call of the run, and of its guests, that started a session of some product. */
export function launchesOf(run: Run): readonly LaunchFact[] {
  const launches: LaunchFact[] = []
  for (const facts of run.sources.values()) launches.push(...facts.launches.values())
  return launches
}
