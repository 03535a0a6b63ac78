import { applyTo, resetSource, setGuestLiveness } from '../../core/model/forest'
import { type LaunchMatch, matchLaunch } from '../../core/model/matchLaunch'
import type { Run } from '../../core/model/run'
import type { Catalog, CatalogRun } from '../catalog'
import { livenessOf } from '../livenessOf'
import type { ProviderRoot } from '../providerRoot'
import type { RunReader } from '../runReader'
import { inReadingOrder } from '../summariseRun'
import { hostLaunchesOf, launchesOf, launchStamp } from './launchesOf'
import { type LookedAtRun, lookAtRun, promptOf, startedBetween, withPrompt } from './startedBetween'

/** Sessions that agents of this run started from their shells become its agents too. Looks at everything that began meanwhile. */
export function seekGuests(place: ProviderRoot, reader: RunReader): void {
  dropUncalled(reader, new Set(launchesOf(reader.run).map(({ call }) => call)))
  let known = 0
  // A guest may have started guests in its turn.
  for (let round = 0; round < DEEPEST && launchesOf(reader.run).length > known; round++) {
    known = launchesOf(reader.run).length
    seekOnce(place, reader)
  }
  sought.set(reader.run, launchStamp(reader.run))
}

/** The calls of a run that were looked at when guests were sought for it. */
const sought = new WeakMap<Run, string>()

/** Seeks again if calls have come, or went, since that was done last. */
export function seekForNew(place: ProviderRoot, reader: RunReader): void {
  if (launchStamp(reader.run) !== (sought.get(reader.run) ?? '')) seekGuests(place, reader)
}

const DEEPEST = 4

function seekOnce(place: ProviderRoot, reader: RunReader): void {
  const launches = launchesOf(reader.run)
  const from = Math.min(...launches.map(({ at }) => at))
  for (const other of place.beside()) {
    if (!launches.some(({ provider }) => provider === other.provider.id)) continue
    const catalog = other.catalog()
    for (const started of startedBetween(other, catalog, from)) considerGuest(place, reader, { place: other, catalog, started })
  }
}

/** The file that held the call was replaced: what it started is nobody's here any more. */
function dropUncalled(reader: RunReader, calls: ReadonlySet<string>): void {
  for (const uri of [...reader.run.guestLiveness.keys()]) {
    const links = [...(reader.run.sources.get(uri)?.links.values() ?? [])]
    if (!links.some(({ call }) => calls.has(call))) dismiss(reader, uri)
  }
}

export interface Candidate {
  readonly place: ProviderRoot
  readonly catalog: Catalog
  readonly started: LookedAtRun
}

/** Takes one run in if an agent of the reader's run started it. Says whether it is a guest now. */
export function considerGuest(host: ProviderRoot, reader: RunReader, { place, catalog, started }: Candidate): boolean {
  const { run } = reader
  const uri = `${place.provider.id}://${started.entry.id}`
  if (uri === run.uri || run.guestLiveness.has(uri)) return uri !== run.uri
  const match = matchOf(run, uri, place, started)
  if (!match) return false
  introduce(host, run, uri, place, match)
  takeIn(reader, place, catalog, started.entry, uri)
  return true
}

interface Match extends LaunchMatch {
  readonly started: LookedAtRun
}

/** What a run was asked is looked up only where all the rest fits. */
function matchOf(run: Run, uri: string, place: ProviderRoot, looked: LookedAtRun): Match | null {
  const launches = hostLaunchesOf(run, uri)
  const { id: provider } = place.provider
  if (!matchLaunch(launches, { ...looked, provider })) return null
  const started = withPrompt(place, looked)
  const match = matchLaunch(launches, { ...started, provider })
  return match && { ...match, started }
}

/** Guests that the words of a command, or their process, decide for this run. */
const sure = new WeakMap<Run, Set<string>>()

export function isSureOf(run: Run, uri: string): boolean {
  return sure.get(run)?.has(uri) ?? false
}

/** Guests that were taken in before anybody knew what they were asked. */
const unasked = new WeakMap<Run, Set<string>>()

/** Now that it is known, another call may have started it, or none. */
function reconsider(host: ProviderRoot, reader: RunReader, place: ProviderRoot, entry: CatalogRun, uri: string): void {
  const { run } = reader
  if (!unasked.get(run)?.has(uri) || promptOf(run, entry.id) === null) return
  const looked = lookAtRun(place, entry)
  const match = looked && matchOf(run, uri, place, looked)
  resetSource(run, uri)
  if (match) introduce(host, run, uri, place, match)
  else dismiss(reader, uri)
}

/** Brings what is known of its guests up to date. */
export function readGuests(host: ProviderRoot, reader: RunReader): void {
  if (reader.run.guests.size === 0) return
  const catalogs = new Map<ProviderRoot, Catalog>()
  for (const uri of new Set(reader.run.guests.values())) {
    const place = host.beside().find(({ provider }) => uri.startsWith(`${provider.id}://`))
    if (!place) continue
    const catalog = catalogs.get(place) ?? place.catalog()
    catalogs.set(place, catalog)
    readGuest(host, reader, place, catalog, uri)
  }
}

/** Asks again who holds them. */
export function checkGuests(host: ProviderRoot, reader: RunReader): void {
  const { run } = reader
  for (const uri of run.guestLiveness.keys()) {
    const place = host.beside().find(({ provider }) => uri.startsWith(`${provider.id}://`))
    if (!place) continue
    const live = place.live.livenessOf(uri.slice(uri.indexOf('://') + 3))
    // Without a registry only a look at the whole folder tells: that comes with its next word.
    if (live.live || run.guestLiveness.get(uri)?.isPerThread) setGuestLiveness(run, uri, live)
  }
}

export function readGuest(host: ProviderRoot, reader: RunReader, place: ProviderRoot, catalog: Catalog, uri: string): void {
  const entry = catalog.runs.get(uri.slice(uri.indexOf('://') + 3))
  if (!entry) return dismiss(reader, uri)
  takeIn(reader, place, catalog, entry, uri)
  reconsider(host, reader, place, entry, uri)
  seekForNew(host, reader)
}

function takeIn(reader: RunReader, place: ProviderRoot, catalog: Catalog, entry: CatalogRun, uri: string): void {
  const { run } = reader
  const own = { ...place.live.livenessOf(entry.id) }
  setGuestLiveness(run, uri, own)
  for (const [name, of] of run.guests) {
    const path = reader.tails.get(name)?.origin.path
    if (of === uri && (path === undefined || !entry.files.has(path))) leave(reader, name)
  }
  for (const file of inReadingOrder(entry.files.values())) {
    const name = reader.invite({ place, path: file.path, run: entry.id }, file.spec)
    run.guests.set(name, uri)
    reader.read(name, file.spec, { isFinished: !own.live })
  }
  // Only its records tell the release, and only that tells who may hold it.
  setGuestLiveness(run, uri, livenessOf(place, catalog, { ...run, id: entry.id }))
}

function leave(reader: RunReader, name: string): void {
  reader.run.guests.delete(name)
  reader.forget(name)
}

export function dismiss(reader: RunReader, uri: string): void {
  const { run } = reader
  for (const [name, of] of run.guests) if (of === uri) leave(reader, name)
  mark(unasked, run, uri, false)
  mark(sure, run, uri, false)
  resetSource(run, uri)
  setGuestLiveness(run, uri, null)
}

/** A source of our own making, dropped like any other when the guest goes. */
function introduce(
  host: ProviderRoot,
  run: Run,
  uri: string,
  place: ProviderRoot,
  { launch, note, isTold, started }: Match,
): void {
  const agent = started.entry.id
  const isProved = descends(host, run.id, place, agent)
  const guess = isProved ? 'its process descends from this session' : note
  const says = { parent: launch.thread, guess, isProved, ...(started.title === null ? {} : { description: started.title }) }
  applyTo(run, uri, { kind: 'agent_described', agent, says }, 1)
  const link = { agent, call: launch.call, evidence: 'structural', continues: false, note: guess, at: launch.at } as const
  applyTo(run, uri, { kind: 'agent_linked', ...link }, 1)
  mark(unasked, run, uri, started.prompt === null)
  mark(sure, run, uri, isProved || isTold)
}

function mark(marks: WeakMap<Run, Set<string>>, run: Run, uri: string, isSo: boolean): void {
  const marked = marks.get(run) ?? new Set()
  marks.set(run, marked)
  if (isSo) marked.add(uri)
  else marked.delete(uri)
}

function descends(host: ProviderRoot, run: string, place: ProviderRoot, guest: string): boolean {
  const holders = new Set(host.live.pidsOf(run))
  if (holders.size === 0) return false
  return place.live.pidsOf(guest).some((pid) => host.processes.ancestors(pid).some((above) => holders.has(above)))
}
