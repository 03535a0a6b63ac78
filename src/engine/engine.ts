import type { PartialText } from '../core/partialText'
import type { DoctorReport } from '../shared/doctorReport'
import type { Pause } from '../shared/drive/pause'
import type { AgentKey, RunUri } from '../shared/ids'
import type { LinkChange, LinkChanged, LinkRefusal } from '../shared/linkChange'
import type { Result } from '../shared/result'
import type { NumberName, NumberSources } from '../shared/transcriptParts'
import type { LinkRow, RunRow, TranscriptPage, TranscriptTail, TreeView, WatchedAgent, WatchFrame } from '../shared/views'
import type { DrivenWord } from './drivenWord'
import type { ProviderChannel } from './providerChannels'
import type { TranscriptReading } from './transcript/reading'
import type { WatchState } from './watchRoots'

/** Where the engine looks and keeps its state. All from outside: the engine reads no environment of its own. */
export interface EngineSettings {
  /** Provider id → its root folder (absolute). A root that does not exist is normal. */
  readonly roots: Readonly<Record<string, string>>
  /** The roots are recordings being played: nothing of a person's own is listened to. Absent: they are not. */
  readonly isPlayed?: boolean
  /** UNDERSTORY_HOME: the only folder ever written. */
  readonly stateFolder: string
  /** Variables of the environment that connections to products asked for. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Overrides `resources/prices.json`, entry by entry; null: none. */
  readonly priceFile: string | null
  /** How long after its call a child may appear and still match by prompt. */
  readonly promptWindowMs: number
  /** The script of the index workers; null: runs are read in this thread. */
  readonly workerScript: string | null
  readonly version: string
  /** The product's own price table. */
  readonly priceTable: string
  /** Sessions that were started here. Absent: none are. */
  readonly driven?: DrivenWord
  /** Something that a person should know and that stops nothing. */
  readonly onWarning: (message: string) => void
}

export interface ListFilter {
  readonly provider: string | null
  /** Absolute folder; rows whose project is it or lies below. */
  readonly project: string | null
  readonly liveOnly: boolean
  readonly limit: number | null
}

export interface LookupFailure {
  readonly reason: 'not_found' | 'not_a_child' | 'no_data' | 'unreadable'
  /** One sentence: the part that failed and what was searched. */
  readonly message: string
}

/** What a URI names: a run, or one agent of it. */
export interface Target {
  readonly run: RunUri
  /** Null: the run itself. */
  readonly key: AgentKey | null
}

/** A conversation as its product knows it. */
export interface ThreadName {
  readonly provider: string
  readonly id: string
}

/** Who holds a run now, as far as its product and the system tell. */
export interface RunHolders {
  readonly isLive: boolean
  /** Processes that say they hold it, each with those that started it, the nearest first. */
  readonly pids: readonly { readonly pid: number; readonly ancestors: readonly number[] }[]
  /** Where whoever holds it can be joined; null: nowhere known. */
  readonly joinable: string | null
  /** False: a process may hold it of which nobody is told. */
  readonly isSure: boolean
  /** Its turn is open, and a program that says nothing of itself runs in its folder: that one may be at work on it. */
  readonly isUnheardAtWork: boolean
}

export interface IndexProgress {
  readonly doneRuns: number
  readonly totalRuns: number
  readonly doneBytes: number
  readonly totalBytes: number
}

/** A provider's folder while it is watched. */
export interface WatchedRoot {
  readonly provider: string
  readonly root: string
  readonly state: WatchState
}

export interface KeptRun {
  /** As it is now: frames of the watch go on from there. Null: it is gone. */
  view(): { readonly row: RunRow | null; readonly agents: readonly WatchedAgent[] } | null
  /** Once. */
  release(): void
}

export interface EngineWatch {
  roots(): readonly WatchedRoot[]
  /** Of a watch of all runs: follows this one too, live or not, until it is released. Null: the watch knows no such run. */
  keep(run: RunUri): Promise<KeptRun | null>
  close(): Promise<void>
}

/**
 * `now`, unless said otherwise: looks at every file of the product's folder, which takes a third of a second where it holds twenty
 * thousand. `seen`: what a watch on the run knows is enough, a few milliseconds behind the disk, or a look of the last second where
 * nobody watches; for what is shown, not for what is done.
 */
export type Freshness = 'now' | 'seen'

/** The one door into the engine for the shells. Every promise settles; `close` may be called twice. */
export interface Engine {
  /** Newest first, complete: waits until every run has been read (from the index where nothing changed). */
  list(filter: ListFilter, onProgress?: (progress: IndexProgress) => void): Promise<readonly RunRow[]>
  /** `agent`: an agent's id at any depth below the run, `agent-` accepted before it; null: the run. */
  resolve(provider: string, main: string, agent: string | null): Promise<Result<Target, LookupFailure>>
  tree(run: RunUri, as?: Freshness): Promise<Result<TreeView, LookupFailure>>
  /** The last `limit` items before item number `before` (null: the end). */
  transcript(target: Target, page: { before: number | null; limit: number }): Promise<Result<TranscriptPage, LookupFailure>>
  /** The end of a transcript at once, whatever its length: what a panel shows first while `transcript` reads the rest. */
  tail(target: Target, limit: number): Promise<Result<TranscriptTail, LookupFailure>>
  /** Opens a transcript as it is now, for as long as `use` takes: for those who page, search and count in it. */
  reading<T>(target: Target, use: (reading: TranscriptReading) => T): Promise<Result<T, LookupFailure>>
  /** The same for its end, at once: at least the last `limit` items, numbered from the first of them. */
  readingEnd<T>(target: Target, limit: number, use: (reading: TranscriptReading) => T): Promise<Result<T, LookupFailure>>
  /** What one number of an agent is made of. */
  explain(target: Target, name: NumberName): Promise<Result<NumberSources, LookupFailure>>
  links(run: RunUri, as?: Freshness): Promise<Result<readonly LinkRow[], LookupFailure>>
  /** What a person says about the place of an agent, kept above all evidence. `key`: its key, its id or any call of it. */
  changeLink(
    run: RunUri,
    key: AgentKey,
    change: LinkChange,
    options: { readonly isDryRun: boolean },
  ): Promise<Result<LinkChanged, LinkRefusal>>
  /** Takes back the last thing a person said about links of the run, also when it was said by another process. */
  undoLink(run: RunUri): Promise<Result<LinkChanged, LinkRefusal>>
  redoLink(run: RunUri): Promise<Result<LinkChanged, LinkRefusal>>
  /** Frames as CONTRACT §6 says, the snapshot first. `run` null: all live runs. */
  watch(
    run: RunUri | null,
    onFrame: (frame: WatchFrame) => void,
    onProgress?: (progress: IndexProgress) => void,
  ): Promise<EngineWatch>
  /** Of processes and channels it is asked anew either way. */
  holders(run: RunUri, as?: Freshness): Promise<RunHolders>
  /** Runs that a process, or one that it started, says it holds. */
  heldBy(pid: number): readonly RunUri[]
  /** Servers and sockets where products tell more than their files do, as they are now. */
  channels(): readonly ProviderChannel[]
  /** Tries one again now; null: all of that provider. */
  retryChannel(provider: string, name: string | null): void
  /** When it stood still by a person's word; the pause that lasts has no end. */
  pauses(run: RunUri): readonly Pause[]
  /** Texts of a conversation that are being written; the last of them may be in its transcript already. */
  partials(thread: ThreadName): readonly PartialText[]
  /** Raised at every word that is written. Returns how to stop listening. */
  onPartial(listener: (thread: ThreadName) => void): () => void
  /** `asksKeeper`: also what was started here and runs; who only wants the files need not wait for it. */
  doctor(wish?: { readonly asksKeeper: boolean }): Promise<DoctorReport>
  close(): Promise<void>
}
