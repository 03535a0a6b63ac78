import { stuckAgents } from '../../engine/stuckAgents'
import type { AttentionItem } from '../../shared/attention'
import type { RunUri } from '../../shared/ids'
import type { WatchedState } from './watchedState'

export interface StuckRules {
  readonly now: () => number
  readonly minutes: number
  /** Until when a person let a run stand still: that is no silence. */
  readonly pausedUntil: (run: RunUri) => number | null
}

/** Time alone makes an agent stuck: no frame says it. */
export function findStuck(
  state: Pick<WatchedState, 'runs' | 'agentsOf'>,
  { now, minutes, pausedUntil }: StuckRules,
): readonly AttentionItem[] {
  const rows = state.runs()
  const isToldElsewhere = (run: string): boolean => rows.some(({ uri }) => uri === run)
  return rows
    .filter(({ live }) => live)
    .flatMap((row) => {
      const watched = { row, agents: state.agentsOf(row.uri), isToldElsewhere, pausedUntil: pausedUntil(row.uri) }
      return stuckAgents(watched, now(), minutes)
    })
}
