import { providers } from '../core/providers'
import { RunUri } from '../shared/ids'
import { fail, ok, type Result } from '../shared/result'
import type { Catalog } from './catalog'
import { channelCalls } from './channelCalls'
import { makeDoctorReport } from './doctorReport'
import type { Engine, EngineSettings, EngineWatch, LookupFailure, Target } from './engine'
import { openFirstLooks } from './firstLooks'
import { linkRows } from './linkRows'
import { linkEditor } from './links/linkEditor'
import { openLinkStore } from './links/linkStore'
import { type ListOptions, listRuns } from './listRuns'
import { loadPrices } from './loadPrices'
import { type HeldRun, type OpenedRun, type OpenedRuns, openedRuns } from './openedRuns'
import { createProcessTable, processSourceFor } from './processTable'
import { openProviderRoot, type ProviderRoot } from './providerRoot'
import { pageOf, readPage } from './readPage'
import { ownerOfAgent, resolveAgent } from './resolveAgent'
import { explainNumber } from './transcript/explainNumber'
import { asTail, sourceOf, type TranscriptRuns, withEnd, withTranscript } from './transcript/withTranscript'
import { systemWatchDisk } from './watchDisk'
import { type WatchEngine, watchEngine } from './watchEngine'

/** Paging through a transcript must not walk the folder for every page. */
const PAGE_AGE_MS = 1000

export async function openEngine(settings: EngineSettings): Promise<Engine> {
  const prices = loadPrices(settings.priceTable, settings.priceFile)
  if (prices.warning !== null) settings.onWarning(prices.warning)
  const processes = createProcessTable(processSourceFor(process.platform))
  await processes.refresh().catch(() => undefined)
  const links = openLinkStore(settings.stateFolder, settings.onWarning)
  const places: ProviderRoot[] = providers.flatMap((provider) => {
    const root = settings.roots[provider.id]
    return root === undefined ? [] : [openProviderRoot(provider, root, settings, prices, processes, links, () => places)]
  })
  const looks = openFirstLooks(places)
  const aborter = new AbortController()
  const watches = new Set<WatchEngine>()
  const readerOf = (place: ProviderRoot, main: string) => heldRun(watches, place, main)?.reader ?? null
  const runs = openedRuns((place, main) => heldRun(watches, place, main))
  const editor = linkEditor({ store: links, open: (run) => openUri(runs, places, run, 0), now: Date.now })
  const transcripts: TranscriptRuns = {
    places,
    watched: readerOf,
    known: (place) => knownCatalog(watches, place),
    open: (run, maxAgeMs) => openUri(runs, places, run, maxAgeMs),
  }
  const leftovers = openLeftovers()
  const list: ListOptions = { settings, signal: aborter.signal, afterwards: leftovers.add, held: readerOf, heard: looks.of }
  const refreshProcesses = (): Promise<void> => processes.refresh().catch(() => undefined)

  return {
    list: (filter, onProgress) => listRuns(places, filter, onProgress ? { ...list, onProgress } : list),
    async resolve(provider, main, agent) {
      await looks.of(provider)
      return resolveIds(runs, places, provider, main, agent)
    },
    async tree(run) {
      await looks.of(run.slice(0, run.indexOf('://')))
      return chain(openUri(runs, places, run, 0), ({ tree }) => ok(tree))
    },
    ...textAnswers(transcripts),
    links: async (run) => chain(openUri(runs, places, run, 0), ({ tree, reader }) => ok(linkRows(tree, reader.run))),
    changeLink: editor.change,
    undoLink: editor.undo,
    redoLink: editor.redo,
    async watch(run, onFrame, onProgress) {
      const watched = onProgress ? { ...list, onProgress } : list
      const watch = await watchEngine({ places, run, onFrame, list: watched, refreshProcesses })
      // Closed while it was being opened: nobody else would close it.
      if (aborter.signal.aborted) await watch.close()
      return keepWatch(watches, watch)
    },
    ...channelCalls(places),
    doctor: () =>
      makeDoctorReport(places, {
        ...{ settings, list, prices, searchPath: process.env['PATH'] ?? '', watchLimit: systemWatchDisk.watchLimit() },
        watching: [...watches].flatMap((watch) => watch.places.map((one) => one.state())),
      }),
    async close() {
      aborter.abort()
      await closeAll(watches)
      runs.clear()
      leftovers.finish()
      for (const place of places) place.close()
    },
  }
}

type TextAnswers = Pick<Engine, 'transcript' | 'tail' | 'reading' | 'explain' | 'readingEnd'>

function textAnswers(transcripts: TranscriptRuns): TextAnswers {
  return {
    transcript: async (target, page) =>
      chain(transcripts.open(target.run, page.before === null ? 0 : PAGE_AGE_MS), (opened) =>
        chain(sourceOf(opened, target), (source) => ok(readPage(source, page))),
      ),
    tail: async (target, limit) =>
      withEnd(transcripts, target, limit, (reading) => asTail(pageOf(reading, { before: null, limit }))),
    reading: async (target, use) => withTranscript(transcripts, target, use),
    explain: async (target, name) => explainNumber(transcripts, target, name),
    readingEnd: async (target, limit, use) => withEnd(transcripts, target, limit, use),
  }
}

/** Work that nobody waits for: done when the loop is free, at the latest before the engine closes. */
function openLeftovers(): { add(work: () => void): void; finish(): void } {
  const pending = new Set<() => void>()
  return {
    add(work) {
      pending.add(work)
      setImmediate(() => {
        if (pending.delete(work)) work()
      })
    },
    finish() {
      for (const work of pending) work()
      pending.clear()
    },
  }
}

async function closeAll(watches: Set<WatchEngine>): Promise<void> {
  for (const watch of watches) await watch.close()
  watches.clear()
}

function keepWatch(watches: Set<WatchEngine>, watch: WatchEngine): EngineWatch {
  watches.add(watch)
  return {
    keep: (run) => watch.keep(run),
    roots: () => watch.places.map((one) => ({ provider: one.place.provider.id, root: one.place.root, state: one.state() })),
    close: async () => {
      watches.delete(watch)
      await watch.close()
    },
  }
}

function heldRun(watches: ReadonlySet<WatchEngine>, place: ProviderRoot, main: string): ReturnType<HeldRun> {
  for (const { places } of watches) {
    for (const watched of places) {
      const followed = watched.place === place ? watched.held(main) : null
      if (followed) return { catalog: watched.catalog(), reader: followed.reader }
    }
  }
  return null
}

function knownCatalog(watches: ReadonlySet<WatchEngine>, place: ProviderRoot): Catalog | null {
  for (const { places } of watches) for (const watched of places) if (watched.place === place) return watched.catalog()
  return null
}

function chain<T, U>(result: Result<T, LookupFailure>, next: (value: T) => Result<U, LookupFailure>): Result<U, LookupFailure> {
  return result.ok ? next(result.value) : result
}

function openUri(
  runs: OpenedRuns,
  places: readonly ProviderRoot[],
  uri: RunUri,
  maxAgeMs: number,
): Result<OpenedRun, LookupFailure> {
  const cut = uri.indexOf('://')
  return openMain(runs, places, uri.slice(0, cut), uri.slice(cut + 3), maxAgeMs)
}

function openMain(
  runs: OpenedRuns,
  places: readonly ProviderRoot[],
  provider: string,
  main: string,
  maxAgeMs: number,
): Result<OpenedRun, LookupFailure> {
  const place = places.find((candidate) => candidate.provider.id === provider)
  if (!place) return fail({ reason: 'not_found', message: `no folder of ${provider} is known here` })
  place.links.reload()
  return runs.open(place, main, maxAgeMs)
}

/** Some products give an agent's conversation an address that looks like a run's. */
function resolveIds(
  runs: OpenedRuns,
  places: readonly ProviderRoot[],
  provider: string,
  main: string,
  agent: string | null,
): Result<Target, LookupFailure> {
  const opened = openMain(runs, places, provider, main, 0)
  if (opened.ok) return resolve(opened.value, agent)
  const place = places.find((one) => one.provider.id === provider)
  const owner = place && agent === null && opened.failure.reason === 'not_found' ? ownerOfAgent(place.catalog(), main) : null
  if (owner === null) return fail(opened.failure)
  return chain(openUri(runs, places, RunUri.parse(owner), 0), (run) => resolve(run, main))
}

function resolve({ tree, catalog }: OpenedRun, agent: string | null): Result<Target, LookupFailure> {
  if (agent === null) return ok({ run: RunUri.parse(tree.uri), key: null })
  return resolveAgent(tree, agent, (id) => ownerOfAgent(catalog, id))
}
