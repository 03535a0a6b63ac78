import type { PartialText } from './partialText'

/** What a living process says of one conversation that it holds. */
export interface ThreadState {
  /** Null: it holds the conversation; what it does there is not said. */
  readonly activity: 'busy' | 'idle' | 'waiting' | 'retry' | null
  readonly waitingFor: 'permission' | 'question' | null
  /** What it asks for, or why it tries again, in one line. */
  readonly message: string | null
  /** When it tries again, in milliseconds; null: not said. */
  readonly retryAt: number | null
  /** The process that holds it; null: not known. */
  readonly pid: number | null
}

/** A session waits for a person; which of its agents asks is not said. */
export interface SessionWait {
  readonly waitingFor: 'permission' | 'question'
  readonly since: number
  /** The process that said so; null: not known. */
  readonly pid: number | null
}

/** One place beyond the files where a product tells what happens, as a person wants to see it. */
export interface ChannelState {
  /** Unique among the channels of one provider: an address, a socket's path. */
  readonly name: string
  readonly state: 'connected' | 'reconnecting' | 'down' | 'refused'
  readonly version: string | null
  /** When this state began, in milliseconds. */
  readonly since: number
  /** When the next attempt is due; null: none is. */
  readonly retryAt: number | null
  /** What cannot be seen and why; null: nothing is missing. */
  readonly note: string | null
  /** How often it has only said that it is still there, and when last, in milliseconds. Absent: never. */
  readonly beats?: { readonly count: number; readonly last: number }
}

/** Who runs, works and waits, beyond what records say. Hears only: it never answers, resumes or changes anything. */
export interface LiveChannel {
  /** By the conversation's id. One that is not among them is held by nobody known here. */
  threads(): ReadonlyMap<string, ThreadState>
  /** False: a conversation that is not among `threads` may still be held by a program that says nothing. */
  readonly isExhaustive: boolean
  channels(): readonly ChannelState[]
  /** Where another terminal can join a conversation, with nothing secret; null: nowhere. Absent: none can be joined. */
  joinableAt?(thread: string): string | null
  /** Programs that say all they hold: a conversation they do not name is not theirs. Absent: none. */
  heardPids?(): ReadonlySet<number>
  /** Texts of a conversation that are being written, in the order they were begun; one that is settled may stay for moments. Absent: none. */
  partials?(thread: string): readonly PartialText[]
  /** Raised with the conversation whose `partials` changed, at every word: `onChange` is not. Returns how to stop listening. */
  onPartial?(listener: (thread: string) => void): () => void
  /** Channels that were waited for and have not said a word yet. Absent: none. */
  silent?(): readonly string[]
  /** What cannot be seen on this machine whatever is tried, and why, one sentence each. Absent: nothing. */
  limits?(): readonly string[]
  /** Tries a channel again now; null: all of them. */
  retry(name: string | null): void
  /** Looks again at what cannot be listened to (locks, processes). */
  refresh(): Promise<void>
  /** Raised when `threads` or `channels` may have changed. Returns how to stop listening. */
  onChange(listener: () => void): () => void
  close(): void
}
