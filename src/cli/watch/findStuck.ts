import { stuckAgents } from '../../engine/stuckAgents'
import type { AttentionItem } from '../../shared/attention'
import type { WatchedState } from './watchedState'

/** Time alone makes an agent stuck: no frame says it. */
export function findStuck(
  state: Pick<WatchedState, 'runs' | 'agentsOf'>,
  now: number,
  minutes: number,
): readonly AttentionItem[] {
  const rows = state.runs()
  const isToldElsewhere = (run: string): boolean => rows.some(({ uri }) => uri === run)
  return rows
    .filter(({ live }) => live)
    .flatMap((row) => stuckAgents({ row, agents: state.agentsOf(row.uri), isToldElsewhere }, now, minutes))
}
