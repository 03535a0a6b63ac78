import { viewAgents } from '../../core/model/viewAgents'
import { AgentKey, type RunUri } from '../../shared/ids'
import { fail, ok, type Result } from '../../shared/result'
import type { AgentView, TranscriptTail } from '../../shared/views'
import type { Catalog, CatalogFile } from '../catalog'
import type { LookupFailure, Target } from '../engine'
import type { ProviderRoot } from '../providerRoot'
import { readTail } from '../readTail'
import type { RunReader } from '../runReader'
import { keysByCall } from './keysByCall'
import { rawListOf } from './raw/rawListOf'
import { type ReadingSource, type TranscriptReading, withReading } from './reading'

/** A run whose facts are in memory, and where it lies. */
export interface ReadRun {
  readonly place: ProviderRoot
  readonly reader: RunReader
}

export interface TranscriptRuns {
  readonly places: readonly ProviderRoot[]
  /** The run while it is watched: it is up to date but for its last few milliseconds. */
  watched(place: ProviderRoot, main: string): RunReader | null
  /** The files of a place as a watch knows them; null: nobody watches it. */
  known(place: ProviderRoot): Catalog | null
  open(run: RunUri, maxAgeMs: number): Result<ReadRun, LookupFailure>
}

/** How long a look at the whole folder lasts for one that reads on in a run: the file that is read is looked at every time. */
const READING_AGE_MS = 5000

/** Opens an agent's transcript as it is on disk at this moment, for as long as `use` takes. */
export function withTranscript<T>(
  runs: TranscriptRuns,
  target: Target,
  use: (reading: TranscriptReading) => T,
): Result<T, LookupFailure> {
  const opened = openForReading(runs, target)
  if (!opened.ok) return opened
  const source = sourceOf(opened.value, target)
  return source.ok ? ok(withReading(source.value, use)) : source
}

/** The run of a target with what was appended to the target's own transcript. */
export function openForReading(runs: TranscriptRuns, target: Target): Result<ReadRun, LookupFailure> {
  const watched = watchedRun(runs, target.run)
  const opened = watched ? ok(watched) : runs.open(target.run, READING_AGE_MS)
  if (!opened.ok) return opened
  const agent = agentOf(opened.value, target)
  if (agent?.source) readOn(opened.value, agent.source.path)
  return opened
}

function watchedRun({ places, watched }: TranscriptRuns, run: RunUri): ReadRun | null {
  const place = placeOf(places, run)
  const reader = place && watched(place, mainOf(run))
  return reader ? { place, reader } : null
}

function placeOf(places: readonly ProviderRoot[], run: RunUri): ProviderRoot | null {
  return places.find(({ provider }) => run.startsWith(`${provider.id}://`)) ?? null
}

function mainOf(run: RunUri): string {
  return run.slice(run.indexOf('://') + 3)
}

export function agentOf({ place, reader: { run } }: ReadRun, { key }: Target): AgentView | null {
  const { views } = viewAgents(run, place.view)
  const index = key === null ? 0 : run.derived?.indexOfKey.get(key)
  return index === undefined ? null : (views[index] ?? null)
}

function readOn({ reader }: ReadRun, path: string): void {
  const spec = reader.tails.get(path)?.spec
  if (!spec) return
  while (!reader.read(path, spec, { isFinished: !reader.run.liveness.live })) {
    // Nothing asks it to stop early, so a second round only follows a file that grew meanwhile.
  }
}

/** Where the transcript of an agent lies; otherwise why there is none. */
export function sourceOf(opened: ReadRun, target: Target): Result<ReadingSource, LookupFailure> {
  const { place, reader } = opened
  const { run } = reader
  const agent = agentOf(opened, target)
  if (!agent) return fail({ reason: 'not_found', message: `no agent ${target.key} in ${run.uri}` })
  if (agent.source === null) return fail(whyNoSource(reader, agent))
  const name = agent.source.path
  const tail = reader.tails.get(name)
  return ok({
    place: tail?.origin.place ?? place,
    path: tail?.origin.path ?? name,
    packed: tail?.spec.packed,
    index: reader.items(name, agent.id ?? run.id),
    uri: agent.uri ?? run.uri,
    key: agent.key,
    thread: agent.id ?? run.id,
    agent,
    keyOfCall: keysByCall(run),
    raw: () => rawListOf(tail, agent.id ?? run.id),
    isLive: (run.guestLiveness.get(run.guests.get(name) ?? '') ?? run.liveness).live,
  })
}

function whyNoSource({ run }: RunReader, agent: AgentView): LookupFailure {
  for (const [source, { problems }] of run.sources) {
    const problem = problems.find(({ code }) => code === 'unreadable')
    if (problem) return { reason: 'unreadable', message: `${source}: ${problem.message}` }
  }
  return { reason: 'no_data', message: `agent ${agent.id ?? agent.key} has no transcript below ${run.uri}` }
}

/**
 * The end of a transcript at once. Needs no tree: a run's own transcript and an agent's are known by their files. What is in memory
 * already, and everything else, is read as ever.
 */
export function withEnd<T>(
  runs: TranscriptRuns,
  target: Target,
  limit: number,
  use: (reading: TranscriptReading) => T,
): Result<T, LookupFailure> {
  const source = watchedRun(runs, target.run) ? null : endSource(runs, target, limit)
  return source ? ok(withReading(source, use)) : withTranscript(runs, target, use)
}

function endSource({ places, known }: TranscriptRuns, { run, key: wanted }: Target, limit: number): ReadingSource | null {
  const place = placeOf(places, run)
  if (!place) return null
  const main = mainOf(run)
  const isWanted = ({ spec }: CatalogFile): boolean =>
    wanted === null || wanted === main ? spec.role === 'main' : spec.agent === wanted && spec.role === 'agent'
  // To walk a big folder takes longer than to read the end of a file in it.
  const file = findFile(known(place), main, isWanted) ?? findFile(place.catalog(), main, isWanted)
  const index = file ? readTail(place, file, main, limit) : null
  if (!file || !index) return null
  const { agent } = file.spec
  return {
    place,
    path: file.path,
    packed: file.spec.packed,
    index,
    uri: agent === null ? run : `${run}/${agent}`,
    key: AgentKey.parse(agent ?? main),
    thread: agent ?? main,
    agent: null,
    keyOfCall: NO_KEYS,
    isLive: place.live.livenessOf(main).live,
  }
}

function findFile(catalog: Catalog | null, main: string, isWanted: (file: CatalogFile) => boolean): CatalogFile | undefined {
  return [...(catalog?.runs.get(main)?.files.values() ?? [])].find(isWanted)
}

const NO_KEYS: ReadonlyMap<string, string> = new Map()

/** A page from the end, its items numbered from the first it holds. */
export function asTail({ uri, key, items }: TranscriptTail): TranscriptTail {
  return { uri, key, items: items.map((item, n) => ({ ...item, n })) }
}
