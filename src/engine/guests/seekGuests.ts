import { applyTo, resetSource, setGuestLiveness } from '../../core/model/forest'
import { type LaunchMatch, matchLaunch } from '../../core/model/matchLaunch'
import type { Run } from '../../core/model/run'
import type { Catalog, CatalogRun } from '../catalog'
import { livenessOf } from '../livenessOf'
import type { ProviderRoot } from '../providerRoot'
import type { RunReader } from '../runReader'
import { inReadingOrder } from '../summariseRun'
import { launchesOf } from './launchesOf'
import { type LookedAtRun, startedBetween } from './startedBetween'

/** Sessions that agents of this run started from their shells become its agents too. Looks at everything that began meanwhile. */
export function seekGuests(place: ProviderRoot, reader: RunReader): void {
  const launches = launchesOf(reader.run)
  dropUncalled(reader, new Set(launches.map(({ call }) => call)))
  if (launches.length === 0) return
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
  const match = matchLaunch(launchesOf(run), run.derived?.main.cwd ?? cwdOf(run), { ...started, provider: place.provider.id })
  if (!match) return false
  const isProved = descends(host, run.id, place, started.entry.id)
  introduce(run, uri, started, match, isProved)
  takeIn(reader, place, catalog, started.entry, uri)
  return true
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
    readGuest(reader, place, catalog, uri)
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

export function readGuest(reader: RunReader, place: ProviderRoot, catalog: Catalog, uri: string): void {
  const entry = catalog.runs.get(uri.slice(uri.indexOf('://') + 3))
  if (entry) takeIn(reader, place, catalog, entry, uri)
  else dismiss(reader, uri)
}

function takeIn(reader: RunReader, place: ProviderRoot, catalog: Catalog, entry: CatalogRun, uri: string): void {
  const { run } = reader
  const own = { ...place.live.livenessOf(entry.id) }
  setGuestLiveness(run, uri, own)
  for (const file of inReadingOrder(entry.files.values())) {
    const name = reader.invite({ place, path: file.path, run: entry.id }, file.spec)
    run.guests.set(name, uri)
    reader.read(name, file.spec, { isFinished: !own.live })
  }
  // Only its records tell the release, and only that tells who may hold it.
  setGuestLiveness(run, uri, livenessOf(place, catalog, { ...run, id: entry.id }))
}

function dismiss(reader: RunReader, uri: string): void {
  const { run } = reader
  for (const [name, of] of run.guests) {
    if (of !== uri) continue
    run.guests.delete(name)
    reader.forget(name)
  }
  resetSource(run, uri)
  setGuestLiveness(run, uri, null)
}

/** A source of our own making, dropped like any other when the guest goes. */
function introduce(run: Run, uri: string, started: LookedAtRun, { launch, note }: LaunchMatch, isProved: boolean): void {
  const agent = started.entry.id
  const guess = isProved ? 'its process descends from this session' : note
  const says = { parent: launch.thread, guess, isProved, ...(started.title === null ? {} : { description: started.title }) }
  applyTo(run, uri, { kind: 'agent_described', agent, says }, 1)
  const link = { agent, call: launch.call, evidence: 'structural', continues: false, note: guess, at: launch.at } as const
  applyTo(run, uri, { kind: 'agent_linked', ...link }, 1)
}

function descends(host: ProviderRoot, run: string, place: ProviderRoot, guest: string): boolean {
  const holders = new Set(host.live.pidsOf(run))
  if (holders.size === 0) return false
  return place.live.pidsOf(guest).some((pid) => host.processes.ancestors(pid).some((above) => holders.has(above)))
}

function cwdOf(run: Run): string | null {
  for (const facts of run.sources.values()) if (facts.threads.has(run.id) && facts.cwd !== null) return facts.cwd
  return null
}
