import type { AttentionItem } from '../../shared/attention'
import type { WatchFrame } from '../../shared/views'
import { findStuck, type StuckRules } from './findStuck'
import { createWatchedState } from './watchedState'

/**
 * A line of `watch --json`: CONTRACT §6, and `stuck`: all agents that have written nothing for as long as a person has chosen, `since` their
 * last record. Absent: as in the line before; before the first, nobody. Time alone may add or take one: then a patch says only that, and
 * `seq` counts it as any other.
 */
export type PrintedFrame = WatchFrame & { readonly stuck?: readonly StuckEntry[] }

type StuckEntry = Pick<AttentionItem, 'run' | 'key' | 'since' | 'detail'>

export interface StuckFrames {
  /** The engine's frame with what it changes. */
  frame(frame: WatchFrame): PrintedFrame
  /** What time alone has changed; null: nothing. */
  look(): PrintedFrame | null
}

export function stuckFrames(rules: StuckRules): StuckFrames {
  const { now } = rules
  const state = createWatchedState()
  let seq = 0
  let told = '[]'
  const news = (): readonly StuckEntry[] | null => {
    const stuck = findStuck(state, rules).map(({ run, key, since, detail }) => ({ run, key, since, detail }))
    const text = JSON.stringify(stuck)
    if (text === told) return null
    told = text
    return stuck
  }
  return {
    frame(frame) {
      state.apply(frame)
      const stuck = news()
      if (frame.kind === 'patch') seq += 1
      const counted: WatchFrame = frame.kind === 'snapshot' ? frame : { ...frame, seq }
      return stuck === null ? counted : { ...counted, stuck }
    },
    look() {
      const stuck = news()
      if (stuck === null) return null
      seq += 1
      return { kind: 'patch', seq, at: new Date(now()).toISOString(), runs: [], agents: [], removed: [], stuck }
    },
  }
}
