import { providers } from '../core/providers'
import { RunUri } from '../shared/ids'
import { fail, ok, type Result } from '../shared/result'
import type { Catalog } from './catalog'
import { channelCalls } from './channelCalls'
import { type ChildBook, openChildBook } from './children/openChildBook'
import { makeDoctorReport } from './doctorReport'
import type { Engine, EngineSettings, EngineWatch, Freshness, LookupFailure, Target } from './engine'
import { openFirstLooks } from './firstLooks'
import { heldBy, holdersOf } from './holdersOf'
import { linkRows } from './linkRows'
import { linkEditor } from './links/linkEditor'
import { openLinkStore } from './links/linkStore'
import { type ListOptions, listRuns } from './listRuns'
import { loadPrices } from './loadPrices'
import { type HeldRun, type OpenedRun, type OpenedRuns, openedRuns } from './openedRuns'
import { openOriginBook } from './originBook'
import { playedProcesses } from './playedProcesses'
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
  const processes = createProcessTable(settings.isPlayed ? playedProcesses : processSourceFor(process.platform))
  await processes.refresh().catch(() => undefined)
  const links = openLinkStore(settings.stateFolder, settings.onWarning)
  const origins = settings.isPlayed ? null : openOriginBook(settings.stateFolder)
  const children = settings.isPlayed ? null : openChildBook(settings.stateFolder, settings.onWarning)
  const places: ProviderRoot[] = providers.flatMap((one) => {
    const root = settings.roots[one.id]
    return root === undefined
      ? []
      : [openProviderRoot(one, root, settings, prices, processes, links, () => places, origins, children)]
  })
  const looks = openFirstLooks(places, settings.onWarning)
  const aborter = new AbortController()
  const watches = new Set<WatchEngine>()
  const readerOf = (place: ProviderRoot, main: string) => heldRun(watches, place, main)?.reader ?? null
  const runs = openedRuns((place, main) => heldRun(watches, place, main))
  const open = (run: RunUri, maxAgeMs: number) => openUri(runs, places, run, maxAgeMs)
  const editor = linkEditor({ store: links, open: (run) => open(run, 0), now: Date.now })
  const transcripts: TranscriptRuns = {
    ...{ places, open, watched: readerOf },
    known: (place) => knownCatalog(watches, place),
  }
  const leftovers = openLeftovers()
  const list: ListOptions = { settings, signal: aborter.signal, afterwards: leftovers.add, held: readerOf, heard: looks.of }
  const pauses: Engine['pauses'] = (run) => settings.driven?.pauses(run) ?? []
  const refreshProcesses = (): Promise<void> => processes.refresh().catch(() => undefined)

  return {
    list: (filter, onProgress) => listRuns(places, filter, onProgress ? { ...list, onProgress } : list),
    async resolve(provider, main, agent) {
      await looks.of(provider)
      return resolveIds(runs, places, provider, main, agent)
    },
    async tree(run, as) {
      await looks.of(run.slice(0, run.indexOf('://')))
      return chain(open(run, ageOf(as)), ({ tree }) => ok(tree))
    },
    ...textAnswers(transcripts, pauses),
    links: async (run, as) => chain(open(run, ageOf(as)), ({ tree, reader }) => ok(linkRows(tree, reader.run))),
    ...{ changeLink: editor.change, undoLink: editor.undo, redoLink: editor.redo },
    async watch(run, onFrame, onProgress) {
      const watched = onProgress ? { ...list, onProgress } : list
      const watch = await watchEngine({ places, run, onFrame, list: watched, refreshProcesses })
      // Closed while it was being opened: nobody else would close it.
      if (aborter.signal.aborted) await watch.close()
      return keepWatch(watches, watch, children)
    },
    holders: (run, as) => holdersOf(places, run, { refreshProcesses, processes, open: (uri) => open(uri, ageOf(as)) }),
    heldBy: (pid) => heldBy(places, processes, pid),
    ...channelCalls(places),
    pauses,
    doctor: ({ asksKeeper } = { asksKeeper: false }) =>
      makeDoctorReport(places, {
        asksKeeper,
        ...{ children, settings, list, prices, searchPath: process.env['PATH'] ?? '', watchLimit: systemWatchDisk.watchLimit() },
        watching: [...watches].flatMap((watch) => watch.places.map((one) => one.state())),
      }),
    async close() {
      aborter.abort()
      await closeAll(watches)
      runs.clear()
      leftovers.finish()
      for (const one of [...places, children]) one?.close()
    },
  }
}

function ageOf(as: Freshness = 'now'): number {
  return as === 'now' ? 0 : PAGE_AGE_MS
}

type TextAnswers = Pick<Engine, 'transcript' | 'tail' | 'reading' | 'explain' | 'readingEnd'>

function textAnswers(transcripts: TranscriptRuns, pauses: Engine['pauses']): TextAnswers {
  return {
    transcript: async (target, page) =>
      chain(transcripts.open(target.run, page.before === null ? 0 : PAGE_AGE_MS), (opened) =>
        chain(sourceOf(opened, target), (source) => ok(readPage(source, page))),
      ),
    tail: async (target, limit) =>
      withEnd(transcripts, target, limit, (reading) => asTail(pageOf(reading, { before: null, limit }))),
    reading: async (target, use) => withTranscript(transcripts, target, use),
    explain: async (target, name) => explainNumber(transcripts, target, name, pauses(target.run)),
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

function keepWatch(watches: Set<WatchEngine>, watch: WatchEngine, children: ChildBook | null): EngineWatch {
  watches.add(watch)
  const held = children?.hold()
  return {
    keep: (run) => watch.keep(run),
    roots: () => watch.places.map((one) => ({ provider: one.place.provider.id, root: one.place.root, state: one.state() })),
    close: async () => {
      watches.delete(watch)
      held?.release()
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
