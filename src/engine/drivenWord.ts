import type { SessionWait, ThreadState } from '../core/liveChannel'
import type { RunEnd } from '../core/model/phaseOf'
import type { PartialText } from '../core/partialText'
import type { Pause } from '../shared/drive/pause'
import type { RunUri } from '../shared/ids'
import type { ThreadName } from './engine'

/** What is known of sessions that were started here, beyond what their product says of itself. Outlives the engine that asks. */
export interface DrivenWord {
  /** By the conversation's id. */
  threads(provider: string): ReadonlyMap<string, ThreadState>
  /** By the run's id: sessions that told their terminal that they wait. */
  waits(provider: string): ReadonlyMap<string, SessionWait>
  /** Until when a run stood still by a person's word: its silence counts from there. Infinity: it still does; null: never did. */
  pausedUntil(run: RunUri): number | null
  /** When it did; the pause that lasts has no end. */
  pauses(run: RunUri): readonly Pause[]
  /** How its last session of ours ended, by a person's word or in the middle of its work; null: it did not, or nobody saw it. */
  ending(run: RunUri): RunEnd | null
  /** Texts of a conversation that are being written. */
  partials(thread: ThreadName): readonly PartialText[]
  /** Raised at every word that is written. Returns how to stop listening. */
  onPartial(listener: (thread: ThreadName) => void): () => void
  /** Raised when threads, or where a run came from, may have changed. Returns how to stop listening. */
  onChange(listener: () => void): () => void
}
