import { correctionsStamp } from '../core/model/corrections'
import { isDirty, newForest, runOf, treeOf } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { ViewOptions } from '../core/model/viewAgents'
import { viewRow } from '../core/model/viewTree'
import type { Problem, RunRow } from '../shared/views'
import type { CatalogFile } from './catalog'
import { openRunReader, type RunReader } from './runReader'
import type { SourcePlace } from './sourcePlace'

/** All that the index keeps of a run: its row, and what ties it to others or belongs into `doctor`. */
export interface RunSummary {
  readonly row: RunRow
  readonly root: { readonly record: string; readonly bornAt: number } | null
  /** No conversation at all: made by the tool's own start, not by a person. */
  readonly isPhantom: boolean
  readonly warmupAgents: number
  readonly unknownTypes: readonly (readonly [string, number])[]
  readonly mismatches: readonly string[]
  readonly unknownModels: readonly string[]
  readonly problems: readonly Problem[]
  /** What a person had said about its links: with other words it is another summary. */
  readonly corrections: string
}

const KEPT_PROBLEMS = 20

/** Main transcripts first: calls before children saves most of the relinking while a run is watched. */
export function loadRun(place: SourcePlace, id: string, files: Iterable<CatalogFile>): RunReader {
  const reader = openRunReader(place, runOf(newForest(), place.provider.id, id), { withItems: false })
  readFiles(reader, files)
  return reader
}

export function readFiles(reader: RunReader, files: Iterable<CatalogFile>): void {
  for (const file of inReadingOrder(files)) reader.read(file.path, file.spec, { isFinished: !reader.run.liveness.live })
}

export function inReadingOrder(files: Iterable<CatalogFile>): CatalogFile[] {
  return [...files].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
}

function rank(file: CatalogFile): number {
  return file.spec.role === 'main' ? 0 : file.spec.role === 'side' ? 1 : 2
}

export function summarise(reader: RunReader, options: ViewOptions, sizeBytes: number): RunSummary {
  const { run } = reader
  const tree = treeOf(run, options)
  const models = new Set<string>()
  const types = new Map<string, number>()
  const mismatches: string[] = []
  for (const [path, tail] of reader.tails) {
    for (const [type, count] of tail.decoder.unknownTypes) types.set(type, (types.get(type) ?? 0) + count)
    if (tail.decoder.mismatches > 0) mismatches.push(path)
  }
  if (!tree.cost.complete)
    for (const agent of tree.agents)
      if (agent.cost.own === null && agent.model && agent.unreadable === undefined) models.add(agent.model)
  return {
    row: viewRow(run, options, sizeBytes),
    root: rootOf(run),
    isPhantom: isPhantom(run, tree.totals.agents + tree.unplaced.length),
    warmupAgents: tree.agents.filter((agent) => agent.hidden === 'warmup').length,
    unknownTypes: [...types],
    mismatches,
    unknownModels: [...models],
    problems: tree.problems.slice(0, KEPT_PROBLEMS),
    corrections: correctionsStamp(run.corrections),
  }
}

export function isPhantom(run: Run, visibleAgents: number): boolean {
  if (isDirty(run)) return false
  for (const { thread } of run.unread.values()) if (thread === run.id) return false
  for (const facts of run.sources.values()) if (facts.threads.has(run.id)) return false
  return visibleAgents === 0
}

export function rootOf(run: Run): RunSummary['root'] {
  for (const facts of run.sources.values()) {
    if (facts.root && facts.threads.has(run.id)) return { record: facts.root.record, bornAt: facts.root.bornAt }
  }
  return null
}
