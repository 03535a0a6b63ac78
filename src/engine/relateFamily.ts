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

/**
 * Runs that begin with the same record are one conversation and its forks. The eldest is the origin; what a younger one shares with
 * its elders is not its own work and is counted there.
 */
export function relateFamily(members: readonly FamilyMember[]): void {
  const byAge = [...members].sort(isElder)
  byAge.forEach((member, i) => {
    if (i === 0) {
      setOrigin(member.run, null, new Set())
      return
    }
    const own = recordsOf(member.run)
    const foreign = new Set<string>()
    let origin = byAge[0]?.run ?? null
    let best = -1
    for (const elder of byAge.slice(0, i)) {
      let shared = 0
      for (const record of recordsOf(elder.run)) {
        // Also what is not in this file yet: a fork is written in several flushes.
        foreign.add(record)
        if (own.has(record)) shared++
      }
      if (shared > best) {
        best = shared
        origin = elder.run
      }
    }
    setOrigin(member.run, origin?.uri ?? null, foreign)
  })
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

function recordsOf(run: Run): Set<string> {
  const records = new Set<string>()
  for (const facts of run.sources.values()) {
    for (const response of facts.threads.get(run.id)?.responses.values() ?? []) records.add(response.record)
  }
  return records
}
