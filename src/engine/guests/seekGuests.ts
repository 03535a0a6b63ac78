import { applyTo, resetSource, setGuestLiveness } from '../../core/model/forest'
import type { Run } from '../../core/model/run'
import type { Catalog, CatalogRun } from '../catalog'
import { livenessOf } from '../livenessOf'
import type { ProviderRoot } from '../providerRoot'
import type { RunReader } from '../runReader'
import { inReadingOrder } from '../summariseRun'
import { guestWordsStamp, idOfSession, isPlaced, isPlacedElsewhere, isRefused, placedIn } from './guestWords'
import { forgetRivals, isRivalled } from './isRivalled'
import { launchesOf, launchStamp } from './launchesOf'
import { type Candidate, type Match, matchGuest, type Rank, rankOf, uriOf } from './matchGuest'
import { lookAtRun, promptOf, startedBetween } from './startedBetween'

/** Sessions that agents of this run started from their shells become its agents too. Looks at everything that began meanwhile. */
export function seekGuests(place: ProviderRoot, reader: RunReader): void {
  dropUncalled(reader, new Set(launchesOf(reader.run).map(({ call }) => call)))
  obeyWords(place, reader)
  let known = 0
  // A guest may have started guests in its turn.
  for (let round = 0; round < DEEPEST && launchesOf(reader.run).length > known; round++) {
    known = launchesOf(reader.run).length
    seekOnce(place, reader)
  }
  sought.set(reader.run, soughtBy(place, reader.run))
}

/** The calls of a run, and the words of people, by which guests were sought for it. */
const sought = new WeakMap<Run, string>()

function soughtBy(place: ProviderRoot, run: Run): string {
  return launchStamp(run) + guestWordsStamp(place, run)
}

/** Seeks again if calls have come, or went, or something was said, since that was done last. */
export function seekForNew(place: ProviderRoot, reader: RunReader): void {
  if (soughtBy(place, reader.run) !== (sought.get(reader.run) ?? '')) seekGuests(place, reader)
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
    if (given.get(reader.run)?.has(uri)) continue
    const links = [...(reader.run.sources.get(uri)?.links.values() ?? [])]
    if (!links.some(({ call }) => calls.has(call))) dismiss(reader, uri)
  }
}

/** Guests that a person brought here: no call needs to speak for them. */
const given = new WeakMap<Run, Set<string>>()

/** The words by which this was done last. */
const obeyed = new WeakMap<Run, string>()

/** What people said goes before every guess, also before what could not be decided. */
function obeyWords(host: ProviderRoot, reader: RunReader): void {
  const { run } = reader
  const said = guestWordsStamp(host, run)
  if (said !== (obeyed.get(run) ?? '')) forgetRivals(run)
  obeyed.set(run, said)
  for (const uri of [...run.guestLiveness.keys()]) {
    const isGiven = given.get(run)?.has(uri) ?? false
    if (isRefused(run.corrections, uri) || isGiven !== isPlaced(run.corrections, uri) || isPlacedElsewhere(host, run, uri))
      dismiss(reader, uri)
  }
  for (const uri of placedIn(run.corrections)) if (!run.guestLiveness.has(uri)) takeByHand(host, reader, uri)
}

function takeByHand(host: ProviderRoot, reader: RunReader, uri: string): void {
  const { run } = reader
  const place = placeOf(host, uri)
  const catalog = place?.catalog()
  const entry = catalog?.runs.get(idOfSession(uri))
  if (!place || !catalog || !entry || uri === run.uri) return
  const title = lookAtRun(place, entry)?.title ?? null
  resetSource(run, uri)
  applyTo(run, uri, { kind: 'agent_described', agent: entry.id, says: title === null ? {} : { description: title } }, 1)
  mark(given, run, uri, true)
  setRank(run, uri, 'proved')
  takeIn(reader, place, catalog, entry, uri)
}

function placeOf(host: ProviderRoot, uri: string): ProviderRoot | undefined {
  return host.beside().find(({ provider }) => uri.startsWith(`${provider.id}://`))
}

/** Takes one run in if an agent of the reader's run started it. Says whether it is a guest now. */
export function considerGuest(host: ProviderRoot, reader: RunReader, candidate: Candidate): boolean {
  const { run } = reader
  const { place, catalog, started } = candidate
  const uri = uriOf(candidate)
  if (uri === run.uri || run.guestLiveness.has(uri)) return uri !== run.uri
  if (isRefused(run.corrections, uri) || isPlacedElsewhere(host, run, uri)) return false
  const match = matchGuest(run, candidate)
  if (!match || isRivalled(host, run, candidate, match)) return false
  resetSource(run, uri)
  introduce(host, run, uri, place, match)
  takeIn(reader, place, catalog, started.entry, uri)
  return true
}

/** How sure a run is of each guest. */
const ranks = new WeakMap<Run, Map<string, Rank>>()

export function rankOfGuest(run: Run, uri: string): Rank {
  return ranks.get(run)?.get(uri) ?? 'guess'
}

function setRank(run: Run, uri: string, rank: Rank): void {
  ranks.set(run, (ranks.get(run) ?? new Map<string, Rank>()).set(uri, rank))
}

/** Guests that were taken in before anybody knew what they were asked. */
const unasked = new WeakMap<Run, Set<string>>()

/** Now that it is known, another call may have started it, or none. */
function reconsider(host: ProviderRoot, reader: RunReader, place: ProviderRoot, entry: CatalogRun, uri: string): void {
  const { run } = reader
  if (!unasked.get(run)?.has(uri) || promptOf(run, entry.id) === null) return
  const looked = lookAtRun(place, entry)
  const match = looked && matchGuest(run, { place, started: looked })
  resetSource(run, uri)
  if (match) introduce(host, run, uri, place, match)
  else dismiss(reader, uri)
}

/** Brings what is known of its guests up to date. */
export function readGuests(host: ProviderRoot, reader: RunReader): void {
  if (reader.run.guests.size === 0) return
  const catalogs = new Map<ProviderRoot, Catalog>()
  for (const uri of new Set(reader.run.guests.values())) {
    const place = placeOf(host, uri)
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
    const place = placeOf(host, uri)
    if (!place) continue
    const live = place.live.livenessOf(idOfSession(uri))
    // Without a registry only a look at the whole folder tells: that comes with its next word.
    if (live.live || run.guestLiveness.get(uri)?.isPerThread) setGuestLiveness(run, uri, live)
  }
}

export function readGuest(host: ProviderRoot, reader: RunReader, place: ProviderRoot, catalog: Catalog, uri: string): void {
  const entry = catalog.runs.get(idOfSession(uri))
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
  mark(given, run, uri, false)
  ranks.get(run)?.delete(uri)
  resetSource(run, uri)
  setGuestLiveness(run, uri, null)
}

/** A source of our own making, dropped like any other when the guest goes. */
function introduce(host: ProviderRoot, run: Run, uri: string, place: ProviderRoot, match: Match): void {
  const { launch, note, started } = match
  const agent = started.entry.id
  const rank = rankOf(host, run, { place, started }, match)
  const isProved = rank === 'proved'
  const guess = isProved ? 'its process descends from this session' : note
  const says = { parent: launch.thread, guess, isProved, ...(started.title === null ? {} : { description: started.title }) }
  applyTo(run, uri, { kind: 'agent_described', agent, says }, 1)
  const link = { agent, call: launch.call, evidence: 'structural', continues: false, note: guess, at: launch.at } as const
  applyTo(run, uri, { kind: 'agent_linked', ...link }, 1)
  mark(unasked, run, uri, started.prompt === null)
  setRank(run, uri, rank)
}

function mark(marks: WeakMap<Run, Set<string>>, run: Run, uri: string, isSo: boolean): void {
  const marked = marks.get(run) ?? new Set()
  marks.set(run, marked)
  if (isSo) marked.add(uri)
  else marked.delete(uri)
}
