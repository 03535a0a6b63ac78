import { join } from 'node:path'
import type { LiveChannel, ThreadState } from '../core/liveChannel'
import { type Liveness, NOT_LIVE } from '../core/model/phaseOf'
import type { Provider, RegistryEntry } from '../core/provider'
import type { ProcessTable } from './processTable'
import { readSmallFile } from './readSmallFile'

/** Which runs a living process owns, from the provider's registry files, each verified against the process table. */
export interface LiveRuns {
  /** Looks at a registry file anew. */
  note(path: string): void
  livenessOf(run: string): Liveness
  /** The channel was asked to look, at this time. */
  looked(at: number): void
  /** Processes that say they hold the run now. */
  pidsOf(run: string): readonly number[]
  /** Runs that some registry file claims, alive or not. */
  claimed(): ReadonlySet<string>
}

const REGISTRY_LIMIT = 256 * 1024

export interface LiveSources {
  readonly provider: Provider
  readonly root: string
  readonly processes: ProcessTable
  readonly channel: LiveChannel | null
  /** Null: nobody has met this conversation yet. */
  readonly runOfThread: (thread: string) => string | null
}

export function trackLiveRuns({ provider, root, processes, channel, runOfThread }: LiveSources): LiveRuns {
  const entries = new Map<string, RegistryEntry>()
  let lookedAt = Number.NaN
  return {
    looked(at) {
      lookedAt = at
    },
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
      return best
    },
    pidsOf(run) {
      const pids: number[] = []
      for (const entry of entries.values()) if (entry.run === run && isOwner(entry, processes)) pids.push(entry.pid)
      for (const [thread, { pid }] of channel?.threads() ?? []) if (pid !== null && runOfThread(thread) === run) pids.push(pid)
      return pids
    },
    claimed() {
      const runs = new Set([...entries.values()].map((entry) => entry.run))
      for (const thread of channel?.threads().keys() ?? []) {
        const run = runOfThread(thread)
        if (run !== null) runs.add(run)
      }
      return runs
    },
  }
}

function spokenFor(channel: LiveChannel, run: string, runOfThread: LiveSources['runOfThread'], asOf: number): Liveness {
  const all = channel.threads()
  let threads: Map<string, ThreadState> | null = null
  for (const [thread, state] of all) {
    if (runOfThread(thread) !== run) continue
    threads ??= new Map()
    threads.set(thread, state)
  }
  return threads ? { ...NOT_LIVE, live: true, threads, isPerThread: channel.isExhaustive, asOf } : NOT_LIVE
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
