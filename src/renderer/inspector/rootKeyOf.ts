import { AgentKey, type RunUri } from '../../shared/ids'

/** A run's own agent goes by the run's id: known before anything of the run is. */
export function rootKeyOf(run: RunUri): AgentKey {
  return AgentKey.parse(run.slice(run.indexOf('://') + 3))
}
