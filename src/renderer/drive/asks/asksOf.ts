import type { AgentKey, RunUri } from '../../../shared/ids'
import type { ShownAsk } from './shownAsks'

/** What one agent asks, oldest first. What belongs to no agent of the tree yet is asked by the root. */
export function asksOf(
  asks: readonly ShownAsk[],
  run: RunUri | null,
  key: AgentKey | null,
  root: AgentKey | null,
): readonly ShownAsk[] {
  if (run === null || key === null) return []
  return asks.filter(({ ask }) => ask.run === run && (ask.key ?? root) === key)
}
