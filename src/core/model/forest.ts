import type { AgentView, RunRow, TreeView } from '../../shared/views'
import type { AgentEvent } from '../event'
import { applyEvent } from './applyEvent'
import { type Corrections, correctionsStamp } from './corrections'
import { newSourceFacts } from './facts'
import type { Liveness } from './phaseOf'
import { markDirty, newRun, type Run } from './run'
import type { UnreadSource } from './unread'
import { type ViewOptions, viewAgents } from './viewAgents'
import { viewRow, viewTree } from './viewTree'

/**
 * Every loaded run of every provider. Facts are kept per source and what is shown is derived from all of them, so the order in which
 * sources arrive, and how often one is read again, leaves no trace.
 */
export interface Forest {
  readonly runs: Map<string, Run>
}

export function newForest(): Forest {
  return { runs: new Map() }
}

export function runOf(forest: Forest, provider: string, id: string): Run {
  const uri = `${provider}://${id}`
  let run = forest.runs.get(uri)
  if (!run) {
    run = newRun(provider, id)
    forest.runs.set(uri, run)
  }
  return run
}

/** Events of one source, in the order of the file. `line` counts from 1. */
export function applyTo(run: Run, source: string, event: AgentEvent, line: number): void {
  let facts = run.sources.get(source)
  if (!facts) {
    facts = newSourceFacts()
    run.sources.set(source, facts)
    run.dirty = 'all'
  }
  // Most lines of a response come after its first, which has been noted.
  if (event.kind === 'usage_counted' && !facts.threads.get(event.thread)?.responses.has(event.response)) {
    noteResponse(run, event.response, event.thread)
  }
  markDirty(run, applyEvent(facts, event, line), 'thread' in event ? event.thread : null)
}

function noteResponse(run: Run, response: string, thread: string): void {
  const owner = run.responseOwners.get(response)
  if (owner === undefined) run.responseOwners.set(response, thread)
  else if (owner !== thread && !run.sharesResponses) {
    run.sharesResponses = true
    run.dirty = 'all'
  }
}

/** A file that was replaced, truncated or deleted has said nothing any more. */
export function resetSource(run: Run, source: string): void {
  const wasUnread = run.unread.delete(source)
  if (!run.sources.delete(source) && !wasUnread) return
  run.dirty = 'all'
}

/** A file that was replaced or truncated: also where it says the same again, whoever has shown its text must look anew. */
export function restartSource(run: Run, source: string): void {
  if (run.sources.has(source)) {
    run.restarts.set(source, (run.restarts.get(source) ?? 0) + 1)
    run.restarted.add(source)
  }
  resetSource(run, source)
}

/** Null: it can be read, or be read again. */
export function setUnread(run: Run, source: string, unread: UnreadSource | null): void {
  if (unread === null) {
    if (!run.unread.delete(source)) return
  } else if (run.unread.get(source)?.reason === unread.reason) return
  else run.unread.set(source, unread)
  run.dirty = 'all'
}

export function setLiveness(run: Run, liveness: Liveness): void {
  const before = run.liveness
  run.liveness = liveness
  if (!isSameLiveness(before, liveness) || isOutlived(run, before)) run.dirty = 'all'
}

/** Somebody wrote after the look before this one and counted as held for that. */
function isOutlived({ derived, liveness }: Run, before: Liveness): boolean {
  if (!liveness.isPerThread || before.asOf === liveness.asOf) return false
  for (const { id, updatedAt } of derived?.merged.threads.values() ?? [])
    if (updatedAt > before.asOf && !liveness.threads.has(id)) return true
  return false
}

function isSameLiveness(a: Liveness, b: Liveness): boolean {
  if (a.live !== b.live || a.activity !== b.activity || a.waitingFor !== b.waitingFor || a.isPerThread !== b.isPerThread)
    return false
  if (a.end?.at !== b.end?.at || a.end?.how !== b.end?.how || a.end?.message !== b.end?.message) return false
  if (!Object.is(a.waitingSince, b.waitingSince)) return false
  return a.threads === b.threads || JSON.stringify([...a.threads]) === JSON.stringify([...b.threads])
}

/** Whether a process holds a guest's run. Null: it is no guest any more. */
export function setGuestLiveness(run: Run, uri: string, liveness: Liveness | null): void {
  const known = run.guestLiveness.get(uri)
  if (liveness === null) {
    if (!run.guestLiveness.delete(uri)) return
  } else if (known && isSameLiveness(known, liveness) && known.asOf === liveness.asOf) return
  else run.guestLiveness.set(uri, liveness)
  run.dirty = 'all'
}

/** `foreign`: records of the run it was forked from. */
export function setOrigin(run: Run, forkedFrom: string | null, foreign: ReadonlySet<string>): void {
  run.forkedFrom = forkedFrom
  run.foreign = foreign
  run.dirty = 'all'
}

/** What a person said about the run's agents, all of it. Facts stay as they are: taking a word back leaves no trace. */
export function setCorrections(run: Run, corrections: Corrections): void {
  if (run.corrections === corrections) return
  if (correctionsStamp(run.corrections) !== correctionsStamp(corrections)) run.dirty = 'all'
  run.corrections = corrections
}

export function isDirty(run: Run): boolean {
  return run.dirty === 'all' || run.dirty.size > 0
}

export interface RunPatch {
  readonly row: RunRow
  readonly agents: readonly AgentView[]
  /** Keys that were shown before and are no more. */
  readonly removed: readonly string[]
}

/** What changed in one run since the last call; the first call gives everything. */
export function takeRunPatch(run: Run, shown: Set<string>, options: ViewOptions, sizeBytes: number): RunPatch {
  const { views } = viewAgents(run, options)
  let removed: readonly string[] = []
  if (run.derived && (!run.derived.isShown || shown.size === 0)) {
    run.derived.isShown = true
    const keys = new Set(views.map((view): string => view.key))
    removed = [...shown].filter((key) => !keys.has(key))
    for (const key of removed) shown.delete(key)
    for (const key of keys) {
      if (!shown.has(key)) run.changedKeys.add(key)
      shown.add(key)
    }
  }
  for (const { key, source } of run.restarted.size > 0 ? views : [])
    if (source && run.restarted.has(source.path)) run.changedKeys.add(key)
  run.restarted.clear()
  const agents = changedViews(run, views).map((view) => withRestarts(run, view))
  run.changedKeys.clear()
  return { row: viewRow(run, options, sizeBytes), agents, removed }
}

/** All of it as it is now, whatever patches were taken. */
export function viewWhole(run: Run, options: ViewOptions, sizeBytes: number): { row: RunRow; agents: readonly AgentView[] } {
  const { views } = viewAgents(run, options)
  return { row: viewRow(run, options, sizeBytes), agents: views.map((view) => withRestarts(run, view)) }
}

function withRestarts({ restarts }: Run, view: AgentView): AgentView {
  const count = view.source === null || restarts.size === 0 ? undefined : restarts.get(view.source.path)
  return view.source === null || count === undefined ? view : { ...view, source: { ...view.source, restarts: count } }
}

/** Among ten thousand agents mostly one has changed: it is found by its key, the others are not looked at. */
function changedViews(run: Run, views: readonly AgentView[]): readonly AgentView[] {
  const { derived, changedKeys } = run
  if (!derived || changedKeys.size > views.length / 8) return views.filter((view) => changedKeys.has(view.key))
  const indexes = [...changedKeys].flatMap((key) => derived.indexOfKey.get(key) ?? [])
  return indexes.sort((a, b) => a - b).flatMap((i) => views[i] ?? [])
}

export function treeOf(run: Run, options: ViewOptions): TreeView {
  return viewTree(run, options)
}
