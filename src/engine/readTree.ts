import { setCorrections, setLiveness, setOrigin, treeOf } from '../core/model/forest'
import { newRun } from '../core/model/run'
import type { Problem, TreeView } from '../shared/views'
import { adoptUnplaced } from './adoptUnplaced'
import { agentsAlike } from './agentsAlike'
import type { Catalog, CatalogFile, CatalogRun } from './catalog'
import { copiedFrom } from './copiedFrom'
import { seekGuests } from './guests/seekGuests'
import { livenessOf } from './livenessOf'
import type { ProviderRoot } from './providerRoot'
import { memberOf } from './refreshIndex'
import { relateFamily } from './relateFamily'
import { openRunReader, type RunReader } from './runReader'
import { loadRun, readFiles, rootOf } from './summariseRun'

/** Reads one run as it is now, with what it shares with its forks taken away. */
export function openRun(place: ProviderRoot, catalog: Catalog, run: CatalogRun): RunReader {
  const reader = beginRun(place, run.id)
  finishRun(place, catalog, run, reader, run.files.values())
  return reader
}

/** Nothing read yet. */
export function beginRun(place: ProviderRoot, run: string): RunReader {
  const reader = openRunReader(place, newRun(place.provider.id, run), { withItems: true })
  reader.run.runOfThread = place.runOfThread
  setLiveness(reader.run, place.live.livenessOf(run))
  return reader
}

/** Reads what is left and settles what only the whole can tell. */
export function finishRun(
  place: ProviderRoot,
  catalog: Catalog,
  run: CatalogRun,
  reader: RunReader,
  left: Iterable<CatalogFile>,
): void {
  setCorrections(reader.run, place.corrections(run.id))
  readFiles(reader, left)
  adoptUnplaced(catalog, reader)
  setLiveness(reader.run, livenessOf(place, catalog, reader.run))
  settleOrigin(place, catalog, run, reader)
  seekGuests(place, reader)
}

/** Runs that begin with the same record are forks of one another: the elders' work is not this one's. Says whether there are any. */
export function settleOrigin(place: ProviderRoot, catalog: Catalog, run: CatalogRun, reader: RunReader): boolean {
  const record = place.rootRecord(catalog, run.id)
  const relatives =
    record === null
      ? copiedFrom(place, catalog, run, reader)
      : [...catalog.runs.values()].filter((other) => other !== run && place.rootRecord(catalog, other.id) === record)
  const root = rootOf(reader.run)?.record
  const agents = root === undefined ? [] : agentsAlike(place, catalog, run.id, root)
  if (relatives.length + agents.length === 0) {
    if (reader.run.forkedFrom !== null) setOrigin(reader.run, null, new Set())
    return false
  }
  const members = relatives.map((other) => memberOf(other, loadRun(place, other.id, other.files.values())))
  // A store knows its families by their titles only, and two sessions may be called alike without a fork between them.
  const alike = root === undefined ? members : members.filter((member) => rootOf(member.run)?.record === root)
  relateFamily([...alike, memberOf(run, reader)], agents)
  return alike.length + agents.length > 0
}

export function readTree(place: ProviderRoot, reader: RunReader): TreeView {
  const read = treeOf(reader.run, place.view)
  const tree = { ...read, forkedFrom: place.originOf(reader.run.id) ?? read.forkedFrom }
  const partial = partialLines(reader)
  return partial.length === 0 ? tree : { ...tree, problems: [...tree.problems, ...partial] }
}

/** Bytes after the last line end: while the writer lives they are simply not finished, later they are a loss worth telling. */
function partialLines(reader: RunReader): Problem[] {
  if (reader.run.liveness.live) return []
  const problems: Problem[] = []
  for (const [source, tail] of reader.tails) {
    if (tail.pendingBytes === 0) continue
    const message = `the last line is not complete (${tail.pendingBytes} bytes) and was left out`
    problems.push({ code: 'partial_line', source, line: tail.line + 1, message })
  }
  return problems
}
