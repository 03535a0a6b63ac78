import type { Effect } from './applyEvent'
import { type Corrections, NO_CORRECTIONS } from './corrections'
import type { SourceFacts } from './facts'
import { type MainFacts, mainFactsOf } from './headOfRun'
import { type LinkOptions, linkRun } from './linkRun'
import { type MergedFacts, type MergedThread, mergeSources } from './mergeSources'
import { type Liveness, NOT_LIVE } from './phaseOf'
import { type PlacedNode, placeNodes } from './placeNodes'
import type { UnreadSource } from './unread'
import type { Looked } from './viewAgents'

/** One run of one provider: its sources' facts and what was last derived from them. */
export interface Run {
  readonly provider: string
  readonly id: string
  readonly uri: string
  readonly sources: Map<string, SourceFacts>
  /** By source; nothing of it may be taken for all there is. */
  readonly unread: Map<string, UnreadSource>
  /** How often a source began anew: what was shown of it counts no more. A tree read just now knows nothing of it. */
  readonly restarts: Map<string, number>
  /** Sources that began anew since the last patch was taken. */
  readonly restarted: Set<string>
  liveness: Liveness
  /** Sources of other runs whose agents grew beneath this one, by name → that run's address. */
  readonly guests: Map<string, string>
  /** By the address of the other run. */
  readonly guestLiveness: Map<string, Liveness>
  /** Records that belong to the run this one was forked from: not its own work. */
  foreign: ReadonlySet<string>
  forkedFrom: string | null
  /** The run that a conversation belongs to; null: nobody has met it. */
  runOfThread: (thread: string) => string | null
  corrections: Corrections
  /** True once two threads were seen to hold one response: then sums are made the slow, exact way. */
  sharesResponses: boolean
  readonly responseOwners: Map<string, string>
  dirty: 'all' | Set<string>
  derived: Derived | null
  /** Keys whose view changed since the last patch was taken. */
  readonly changedKeys: Set<string>
}

/** The linked and placed run; thrown away whenever the structure changes. */
export interface Derived {
  readonly merged: MergedFacts
  readonly placed: readonly PlacedNode[]
  readonly indexOfThread: ReadonlyMap<string, number>
  readonly indexOfKey: ReadonlyMap<string, number>
  readonly main: MainFacts
  /** The latest time of any record of the run. */
  updatedAt: number
  looked: Looked | null
  /** Its nodes have gone out with a patch: until the structure changes, none comes or goes. */
  isShown: boolean
}

export function newRun(provider: string, id: string): Run {
  return {
    provider,
    id,
    uri: `${provider}://${id}`,
    sources: new Map(),
    unread: new Map(),
    restarts: new Map(),
    restarted: new Set(),
    liveness: NOT_LIVE,
    guests: new Map(),
    guestLiveness: new Map(),
    foreign: new Set(),
    forkedFrom: null,
    runOfThread: () => null,
    corrections: NO_CORRECTIONS,
    sharesResponses: false,
    responseOwners: new Map(),
    dirty: 'all',
    derived: null,
    changedKeys: new Set(),
  }
}

/** Remembers what an event touched, so that the next patch looks at nothing else. */
export function markDirty(run: Run, effect: Effect, thread: string | null): void {
  if (effect === 'none' || run.dirty === 'all') return
  if (effect === 'structure' || thread === null || !run.derived?.indexOfThread.has(thread)) run.dirty = 'all'
  else run.dirty.add(thread)
}

/** Brings `derived` up to date and says which placed nodes may have changed; null: all of them. */
export function relink(run: Run, options: LinkOptions): ReadonlySet<number> | null {
  const { derived, dirty } = run
  run.dirty = new Set()
  if (derived === null || dirty === 'all') {
    const merged = mergeSources(run.sources, run.id)
    const placed = placeNodes(linkRun(merged, run.id, options, run.corrections), run.id)
    const indexOfThread = new Map<string, number>()
    const indexOfKey = new Map(placed.map(({ node }, i) => [node.key, i]))
    placed.forEach(({ node }, i) => {
      if (node.id !== null) indexOfThread.set(node.id, i)
    })
    run.derived = {
      merged,
      placed,
      indexOfThread,
      indexOfKey,
      main: mainFactsOf(run),
      updatedAt: latestOf(merged),
      looked: null,
      isShown: false,
    }
    return null
  }
  const touched = new Set<number>()
  for (const thread of dirty) {
    refreshThread(derived, derived.merged.threads.get(thread))
    const index = derived.indexOfThread.get(thread)
    if (index !== undefined) touched.add(index)
  }
  return touched
}

function refreshThread(derived: Derived, thread: MergedThread | undefined): void {
  if (!thread) return
  for (const { facts } of thread.parts) if (!(thread.updatedAt >= facts.updatedAt)) thread.updatedAt = facts.updatedAt
  if (!(derived.updatedAt >= thread.updatedAt)) derived.updatedAt = thread.updatedAt
}

function latestOf(merged: MergedFacts): number {
  let latest = Number.NaN
  for (const { updatedAt } of merged.threads.values()) if (!(latest >= updatedAt) && !Number.isNaN(updatedAt)) latest = updatedAt
  return latest
}
