import { join } from 'node:path'
import type { LiveChannel, SessionWait, ThreadState } from '../core/liveChannel'
import { type Liveness, NOT_LIVE, type RunEnd } from '../core/model/phaseOf'
import type { Provider, RegistryEntry } from '../core/provider'
import { RunUri } from '../shared/ids'
import type { DrivenWord } from './drivenWord'
import type { ProcessTable } from './processTable'
import { readSmallFile } from './readSmallFile'

/** Which runs a living process owns, from the provider's registry files, each verified against the process table. */
export interface LiveRuns {
  /** Looks at a registry file anew. */
  note(path: string): void
  livenessOf(run: string): Liveness
  /** The channel was asked to look, at this time. */
  looked(at: number): void
  /** When the last finished look of the channel began; NaN: none has. */
  lookedAt(): number
  /** Processes that say they hold the run now. */
  pidsOf(run: string): readonly number[]
  /** Where the run can be joined, as whoever holds it says; null: nowhere known. */
  joinableAt(run: string): string | null
  /** Runs that some registry file claims, alive or not. */
  claimed(): ReadonlySet<string>
}

const REGISTRY_LIMIT = 256 * 1024

export interface LiveSources {
  readonly provider: Provider
  readonly root: string
  readonly processes: ProcessTable
  readonly channel: LiveChannel | null
  /** Sessions that were started here; null: there are none. */
  readonly driven: DrivenWord | null
  /** Null: nobody has met this conversation yet. */
  readonly runOfThread: (thread: string) => string | null
}

export function trackLiveRuns({ provider, root, processes, channel, driven, runOfThread }: LiveSources): LiveRuns {
  const entries = new Map<string, RegistryEntry>()
  const ours = (): ReadonlyMap<string, ThreadState> => driven?.threads(provider.id) ?? NO_THREADS
  const own = (run: string): ReadonlyMap<string, ThreadState> => threadsOf(ours(), run, runOfThread) ?? NO_THREADS
  const waitAt = (run: string): SessionWait | undefined => {
    for (const [told, wait] of driven?.waits(provider.id) ?? [])
      if (runOfWait(told, wait, channel, runOfThread) === run) return wait
    return undefined
  }
  const ending = (run: string): RunEnd | null => driven?.ending(RunUri.parse(`${provider.id}://${run}`)) ?? null
  let lookedAt = Number.NaN
  return {
    looked(at) {
      lookedAt = at
    },
    lookedAt: () => lookedAt,
    note(path) {
      const read = readSmallFile(join(root, path), REGISTRY_LIMIT)
      if (!read.ok) {
        entries.delete(path)
        return
      }
      const entry = provider.readRegistry(read.value.text)
      // Rewritten in place: half a file says nothing, and the rest of it raises its own hint.
      if (entry) entries.set(path, entry)
    },
    livenessOf(run) {
      let best = channel ? spokenFor(channel, run, runOfThread, lookedAt) : NOT_LIVE
      for (const entry of entries.values()) {
        if (entry.run !== run || !isOwner(entry, processes)) continue
        // Two processes on one session: the one that works or waits says more than the idle one.
        if (!best.live || urgency(entry.activity) > urgency(best.activity)) {
          best = { ...best, live: true, activity: entry.activity, waitingFor: entry.waitingFor }
        }
      }
      return withEnd(withWait(withDriven(best, own(run)), waitAt(run)), () => ending(run))
    },
    pidsOf(run) {
      const pids: number[] = []
      for (const entry of entries.values()) if (entry.run === run && isOwner(entry, processes)) pids.push(entry.pid)
      for (const [thread, { pid }] of channel?.threads() ?? []) if (pid !== null && runOfThread(thread) === run) pids.push(pid)
      for (const { pid } of own(run).values()) if (pid !== null) pids.push(pid)
      return [...new Set(pids)]
    },
    joinableAt(run) {
      for (const entry of entries.values())
        if (entry.run === run && entry.joinable !== undefined && isOwner(entry, processes)) return entry.joinable
      return channel?.joinableAt?.(run) ?? null
    },
    claimed() {
      const runs = new Set([...entries.values()].map((entry) => entry.run))
      for (const thread of [...(channel?.threads().keys() ?? []), ...ours().keys()]) {
        const run = runOfThread(thread)
        if (run !== null) runs.add(run)
      }
      return runs
    },
  }
}

function spokenFor(channel: LiveChannel, run: string, runOfThread: LiveSources['runOfThread'], asOf: number): Liveness {
  const threads = threadsOf(channel.threads(), run, runOfThread)
  return threads ? { ...NOT_LIVE, live: true, threads, isPerThread: channel.isExhaustive, asOf } : NOT_LIVE
}

/** Null: none of them is of this run. */
function threadsOf(
  all: ReadonlyMap<string, ThreadState>,
  run: string,
  runOfThread: LiveSources['runOfThread'],
): ReadonlyMap<string, ThreadState> | null {
  let threads: Map<string, ThreadState> | null = null
  for (const [thread, state] of all) {
    if (runOfThread(thread) !== run) continue
    threads ??= new Map()
    threads.set(thread, state)
  }
  return threads
}

const NO_THREADS: ReadonlyMap<string, ThreadState> = new Map()

/** Whoever steers a session knows which of its agents asks; a registry knows only that the session waits. */
function withDriven(liveness: Liveness, driven: ReadonlyMap<string, ThreadState>): Liveness {
  if (driven.size === 0) return liveness
  const threads = new Map(liveness.threads)
  let isWaiting = false
  for (const [thread, state] of driven) {
    const known = threads.get(thread)
    threads.set(thread, state.activity === null && known ? known : state)
    isWaiting ||= state.activity === 'waiting'
  }
  const activity = isWaiting && liveness.activity === 'waiting' ? 'busy' : liveness.activity
  return { ...liveness, live: true, threads, activity }
}

/** In its terminal a person may have gone over to another run since it was named: then its process holds that one. Null: not known which. */
function runOfWait(
  told: string,
  { pid }: SessionWait,
  channel: LiveChannel | null,
  runOfThread: LiveSources['runOfThread'],
): string | null {
  const held = new Set<string>()
  for (const [thread, state] of channel?.threads() ?? []) {
    const run = pid !== null && state.pid === pid ? runOfThread(thread) : null
    if (run !== null) held.add(run)
  }
  if (held.size === 0 || held.has(told)) return told
  const [only] = held
  return held.size === 1 ? (only ?? null) : null
}

/** Who is known to wait already is known better than by the session's word for all of them. */
function withWait(liveness: Liveness, wait: SessionWait | undefined): Liveness {
  const { activity, threads } = liveness
  if (!wait || activity === 'waiting' || [...threads.values()].some((state) => state.activity === 'waiting')) return liveness
  return { ...liveness, live: true, activity: 'waiting', waitingFor: wait.waitingFor, waitingSince: wait.since }
}

/** Whoever holds it now has not ended. */
function withEnd(liveness: Liveness, ending: () => RunEnd | null): Liveness {
  const end = liveness.live ? null : ending()
  return end === null ? liveness : { ...liveness, end }
}

/** A session registers within moments of its process's start; anything else is a later process under the same number. */
const REGISTERS_WITHIN_MS = 5 * 60_000
const CLOCK_SLACK_MS = 5000

function isOwner(entry: RegistryEntry, processes: ProcessTable): boolean {
  if (processes.isAlive(entry.pid, entry.startToken) !== 'alive') return false
  if (entry.startToken !== null || entry.startedAt === null) return true
  const began = processes.startedAtMs(entry.pid)
  if (began === null) return true
  return began <= entry.startedAt + CLOCK_SLACK_MS && began >= entry.startedAt - REGISTERS_WITHIN_MS
}

function urgency(activity: Liveness['activity']): number {
  switch (activity) {
    case 'waiting':
      return 3
    case 'busy':
      return 2
    case 'idle':
      return 1
    case null:
      return 0
    default:
      return activity satisfies never
  }
}
