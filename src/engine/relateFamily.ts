import { setOrigin } from '../core/model/forest'
import type { Run } from '../core/model/run'

export interface FamilyMember {
  readonly run: Run
  readonly bornAt: number
  /** A fork copies the conversation but not the agents' own files. */
  readonly ownAgentFiles: number
  /** Its first record names another run: it was copied from there. */
  readonly isCopy: boolean
}

/** A conversation that others were copied from. */
export interface Elder {
  readonly run: Run
  /** The run's own, or that of one of its agents. */
  readonly thread: string
}

/**
 * Runs that begin with the same record are one conversation and its forks. The eldest is the origin; what a younger one shares with
 * its elders is not its own work and is counted there. `agents`: those that begin so too; no agent is a fork, so they are the elders of all.
 */
export function relateFamily(members: readonly FamilyMember[], agents: readonly Elder[] = []): void {
  const elders = [...agents]
  for (const { run } of [...members].sort(isElder)) {
    const own = recordsOf(run, run.id)
    const foreign = new Set<string>()
    let origin: Elder | null = null
    let best = -1
    for (const elder of elders) {
      let shared = 0
      for (const record of recordsOf(elder.run, elder.thread)) {
        // Also what is not in this file yet: a fork is written in several flushes.
        foreign.add(record)
        if (own.has(record)) shared++
      }
      if (shared > best) {
        best = shared
        origin = elder
      }
    }
    setOrigin(run, origin && addressOf(origin), foreign)
    elders.push({ run, thread: run.id })
  }
}

function addressOf({ run, thread }: Elder): string {
  return thread === run.id ? run.uri : `${run.uri}/${thread}`
}

function isElder(a: FamilyMember, b: FamilyMember): number {
  return (
    compare(Number(a.isCopy), Number(b.isCopy)) ||
    compare(a.bornAt, b.bornAt) ||
    compare(b.ownAgentFiles, a.ownAgentFiles) ||
    // Nothing more is written down; what is left must at least not change when one of them goes on.
    compare(a.run.id, b.run.id)
  )
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function recordsOf(run: Run, thread: string): Set<string> {
  const records = new Set<string>()
  for (const facts of run.sources.values()) {
    for (const response of facts.threads.get(thread)?.responses.values() ?? []) records.add(response.record)
  }
  return records
}
