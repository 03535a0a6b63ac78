import type { AgentView } from '../../shared/views'
import type { Effect } from './applyEvent'
import type { SourceFacts } from './facts'
import { type LinkOptions, linkRun } from './linkRun'
import { type MergedFacts, type MergedThread, mergeSources } from './mergeSources'
import { type Liveness, NOT_LIVE } from './phaseOf'
import { type PlacedNode, placeNodes } from './placeNodes'

/** One run of one provider: its sources' facts and what was last derived from them. */
export interface Run {
  readonly provider: string
  readonly id: string
  readonly uri: string
  readonly sources: Map<string, SourceFacts>
  liveness: Liveness
  /** Records that belong to the run this one was forked from: not its own work. */
  foreign: ReadonlySet<string>
  forkedFrom: string | null
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
  /** Last view of each placed node, by index. */
  readonly views: (AgentView | null)[]
}

export function newRun(provider: string, id: string): Run {
  return {
    provider,
    id,
    uri: `${provider}://${id}`,
    sources: new Map(),
    liveness: NOT_LIVE,
    foreign: new Set(),
    forkedFrom: null,
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
    const placed = placeNodes(linkRun(merged, run.id, options), run.id)
    const indexOfThread = new Map<string, number>()
    placed.forEach(({ node }, i) => {
      if (node.id !== null) indexOfThread.set(node.id, i)
    })
    run.derived = { merged, placed, indexOfThread, views: placed.map(() => null) }
    return null
  }
  const touched = new Set<number>()
  for (const thread of dirty) {
    refreshThread(derived.merged.threads.get(thread))
    const index = derived.indexOfThread.get(thread)
    if (index !== undefined) touched.add(index)
  }
  return touched
}

function refreshThread(thread: MergedThread | undefined): void {
  if (!thread) return
  for (const { facts } of thread.parts) if (!(thread.updatedAt >= facts.updatedAt)) thread.updatedAt = facts.updatedAt
}
