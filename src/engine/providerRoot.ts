import type { LiveChannel } from '../core/liveChannel'
import type { Corrections } from '../core/model/corrections'
import type { ViewOptions } from '../core/model/viewAgents'
import type { Provider } from '../core/provider'
import { atMost } from './atMost'
import {
  buildCatalog,
  type Catalog,
  type CatalogFile,
  type FoundSources,
  findSources,
  headsToRead,
  type KnownRun,
} from './catalog'
import type { ChildBook } from './children/openChildBook'
import type { DrivenWord } from './drivenWord'
import type { EngineSettings } from './engine'
import type { LinkStore } from './links/linkStore'
import { type LiveRuns, trackLiveRuns } from './liveRuns'
import type { LoadedPrices } from './loadPrices'
import { connectionOf, openSourcePlace, outsideOf } from './openSourcePlace'
import type { OriginBook } from './originBook'
import { openPlayedChannel } from './playedChannel'
import type { ProcessTable } from './processTable'
import { readHead } from './readHead'
import { isSameFile } from './refreshIndex'
import { type IndexState, loadIndex, type RowIndex } from './rowIndex'
import type { SourcePlace } from './sourcePlace'
import { trackUnregisteredRuns, type UnregisteredRuns } from './unregisteredRuns'
import { warmHeads } from './warmHeads'

/** One provider's folder as the engine knows it: its index, its files, and which of its runs a process owns. */
export interface ProviderRoot extends SourcePlace {
  /** Who works and waits beyond what records say; null: this product has no such channel. */
  readonly channel: LiveChannel | null
  /** Sessions that were started here; null: none are. */
  readonly driven: DrivenWord | null
  /** The address that a run was started from here; null: it was not. */
  originOf(run: string): string | null
  readonly view: ViewOptions
  /** Everything that makes a stored row doubtful when it changes. */
  readonly stamp: string
  readonly live: LiveRuns
  readonly unregistered: UnregisteredRuns
  readonly links: LinkStore
  readonly processes: ProcessTable
  /** All places, this one among them: sessions start sessions of other products. */
  beside(): readonly ProviderRoot[]
  /** What a person said about links of a run: the same object until it changes. */
  corrections(run: string): Corrections
  /** The run that a conversation belongs to; null: nobody has met it. */
  readonly runOfThread: (thread: string) => string | null
  index(): RowIndex
  indexState(): IndexState
  /** After a save: what is on disk is what is known. */
  adoptIndex(index: RowIndex): void
  /** Walks the root anew. */
  catalog(): Catalog
  /** The same for who can wait: heads that come from a disk are fetched several at a time. */
  catalogSoon(): Promise<Catalog>
  /** The record a run begins with, from the index or from the file's head. */
  rootRecord(catalog: Catalog, run: string): string | null
  /** Asks the channel to look at what it cannot listen to. */
  refresh(): Promise<void>
  /** Whoever follows runs says which of them are over; null: nobody does any more. */
  watch(isOver: ((run: string) => boolean | null) | null): void
  close(): void
}

/** A server that does not answer must not hold up anybody for longer; what it says later is heard when it comes. */
const PATIENCE_MS = 1000

export function openProviderRoot(
  provider: Provider,
  root: string,
  settings: EngineSettings,
  prices: LoadedPrices,
  processes: ProcessTable,
  links: LinkStore,
  beside: () => readonly ProviderRoot[] = () => [],
  origins: OriginBook | null = null,
  children: ChildBook | null = null,
): ProviderRoot {
  const { table } = prices
  const stamp = JSON.stringify([settings.version, root, settings.promptWindowMs, table.dated, table.source, table.models])
  const place = openSourcePlace(provider, root, outsideOf(settings, children?.of(provider.id)))
  const channel = channelOf(place, settings)
  const driven = settings.isPlayed ? null : (settings.driven ?? null)
  const threads = new Map<string, string>()
  const runOfThread = (thread: string): string | null => threads.get(thread) ?? null
  const live = trackLiveRuns({ provider, root, processes, channel, driven, runOfThread })
  const roots = new Map<string, { readonly ino: number; readonly size: number; readonly record: string }>()
  let watched: ((run: string) => boolean | null) | null = null
  let loaded: { index: RowIndex; state: IndexState } | null = null
  const load = (): { index: RowIndex; state: IndexState } => {
    loaded ??= loadIndex(settings.stateFolder, provider.id, stamp)
    return loaded
  }
  const knownRun = knownBy(() => load().index)
  const catalogOf = (found: FoundSources): Catalog => {
    const catalog = buildCatalog(place, knownRun, threads, found)
    for (const path of catalog.registries) live.note(path)
    return catalog
  }
  return {
    ...place,
    channel,
    driven,
    runOfThread,
    originOf: (run) => origins?.of(`${provider.id}://${run}`) ?? null,
    view: { promptWindowMs: settings.promptWindowMs, warmupPrompts: provider.warmupPrompts, prices: table },
    stamp,
    live,
    unregistered: trackUnregisteredRuns(provider, processes, {
      channel,
      askedAt: live.lookedAt,
      isOver: (run) => watched?.(run) ?? overByIndex(load().index, run),
    }),
    watch(isOver) {
      watched = isOver
    },
    links,
    processes,
    beside,
    corrections: (run) => links.corrections(`${provider.id}://${run}`),
    index: () => load().index,
    indexState: () => load().state,
    adoptIndex: (index) => {
      loaded = { index, state: { state: 'fresh', note: null } }
    },
    catalog: () => catalogOf(findSources(place)),
    async catalogSoon() {
      const found = findSources(place)
      await warmHeads(root, headsToRead(found, knownRun))
      return catalogOf(found)
    },
    rootRecord: (catalog, run) => {
      const main = mainOf(catalog, run)
      if (!main) return null
      if (main.family !== undefined) return main.family
      const known = roots.get(main.path)
      if (known && known.ino === main.ino && known.size <= main.size) return known.record
      const record = rootRecord(catalog, load().index, main, run)
      if (record !== null) roots.set(main.path, { ino: main.ino, size: main.size, record })
      return record
    },
    refresh: () => lookAgain(channel, live),
    close() {
      channel?.close()
      place.store?.close()
    },
  }
}

function knownBy(index: () => RowIndex): KnownRun {
  return (path, size, mtimeMs, ino) => {
    const known = index().files.get(path)
    return known && isSameFile({ size, mtimeMs, ino }, known) ? known.run : null
  }
}

function channelOf({ provider, root, store }: SourcePlace, settings: EngineSettings): LiveChannel | null {
  const { isPlayed, variables, stateFolder } = settings
  if (isPlayed) return openPlayedChannel(root)
  return connectionOf(provider.id)?.openChannel?.({ root, variables, stateFolder }, store) ?? null
}

async function lookAgain(channel: LiveChannel | null, live: LiveRuns): Promise<void> {
  const at = Date.now()
  if (channel) await atMost(channel.refresh(), PATIENCE_MS)
  live.looked(at)
}

/** As it was when it was last read: what changed since says otherwise. */
function overByIndex(index: RowIndex, run: string): boolean | null {
  const phase = index.summary(run)?.row.phase
  return phase === undefined ? null : phase === 'completed' || phase === 'failed'
}

function mainOf(catalog: Catalog, run: string): CatalogFile | null {
  for (const file of catalog.runs.get(run)?.files.values() ?? []) if (file.spec.role === 'main') return file
  return null
}

function rootRecord(catalog: Catalog, index: RowIndex, main: CatalogFile, run: string): string | null {
  const known = index.files.get(main.path)
  // A file that only grew begins as it did.
  if (known && known.ino === main.ino && known.size <= main.size) {
    const record = index.summary(run)?.root?.record
    if (record !== undefined) return record
  }
  return readHead(catalog, main.path, main.spec)?.rootRecord ?? null
}
