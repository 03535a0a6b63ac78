import { providers } from '../core/providers'
import { RunUri } from '../shared/ids'
import { fail, ok, type Result } from '../shared/result'
import type { AgentView, TranscriptPage, TreeView } from '../shared/views'
import type { Catalog } from './catalog'
import { makeDoctorReport } from './doctorReport'
import type { Engine, EngineSettings, LookupFailure, Target } from './engine'
import { linkRows } from './linkRows'
import { type ListOptions, listRuns } from './listRuns'
import { loadPrices } from './loadPrices'
import { createProcessTable, processSourceFor } from './processTable'
import { openProviderRoot, type ProviderRoot } from './providerRoot'
import { readPage } from './readPage'
import { openRun, readTree } from './readTree'
import { missingRun, ownerOfAgent, resolveAgent } from './resolveAgent'
import type { RunReader } from './runReader'
import { isPhantom } from './summariseRun'
import { openTranscriptIndex, type TranscriptIndex } from './transcriptIndex'
import { systemWatchDisk } from './watchDisk'
import { type WatchEngine, watchEngine } from './watchEngine'

interface OpenedRun {
  readonly place: ProviderRoot
  readonly catalog: Catalog
  readonly reader: RunReader
  readonly tree: TreeView
}

/** Transcript indexes kept at hand: the page a person scrolls through is asked for again and again. */
const KEPT_TRANSCRIPTS = 8

export async function openEngine(settings: EngineSettings): Promise<Engine> {
  const prices = loadPrices(settings.priceTable, settings.priceFile)
  if (prices.warning !== null) settings.onWarning(prices.warning)
  const processes = createProcessTable(processSourceFor(process.platform))
  await processes.refresh().catch(() => undefined)
  const places = providers.flatMap((provider) => {
    const root = settings.roots[provider.id]
    return root === undefined ? [] : [openProviderRoot(provider, root, settings, prices, processes)]
  })
  const aborter = new AbortController()
  const watches = new Set<WatchEngine>()
  const transcripts = new Map<string, TranscriptIndex>()
  const list: ListOptions = { settings, signal: aborter.signal }
  const refreshProcesses = (): Promise<void> => processes.refresh().catch(() => undefined)

  return {
    list: (filter, onProgress) => listRuns(places, filter, onProgress ? { ...list, onProgress } : list),
    resolve: async (provider, main, agent) => resolve(places, provider, main, agent),
    tree: async (run) => map(openUri(places, run), ({ tree }) => tree),
    transcript: async (target, page) => readTranscript(places, transcripts, target, page),
    links: async (run) =>
      map(openUri(places, run), ({ tree, reader }) => (reader.run.derived ? linkRows(tree, reader.run.derived) : [])),
    async watch(run, onFrame) {
      const watch = await watchEngine({ places, run, onFrame, list, refreshProcesses })
      watches.add(watch)
      return {
        close: async () => {
          watches.delete(watch)
          await watch.close()
        },
      }
    },
    doctor: () =>
      makeDoctorReport(places, {
        settings,
        list,
        prices,
        searchPath: process.env['PATH'] ?? '',
        watching: [...watches].flatMap((watch) => watch.places.map((one) => one.state())),
        watchLimit: systemWatchDisk.watchLimit(),
      }),
    async close() {
      aborter.abort()
      for (const watch of watches) await watch.close()
      watches.clear()
      transcripts.clear()
    },
  }
}

function map<T, U>(result: Result<T, LookupFailure>, change: (value: T) => U): Result<U, LookupFailure> {
  return result.ok ? ok(change(result.value)) : result
}

function openUri(places: readonly ProviderRoot[], uri: RunUri): Result<OpenedRun, LookupFailure> {
  const cut = uri.indexOf('://')
  return openMain(places, uri.slice(0, cut), uri.slice(cut + 3))
}

function openMain(places: readonly ProviderRoot[], provider: string, main: string): Result<OpenedRun, LookupFailure> {
  const place = places.find((candidate) => candidate.provider.id === provider)
  if (!place) return fail({ reason: 'not_found', message: `no folder of ${provider} is known here` })
  const catalog = place.catalog()
  const entry = catalog.runs.get(main)
  if (!entry) return fail(missingRun(catalog, main))
  const reader = openRun(place, catalog, entry)
  const tree = readTree(place, reader)
  const unreadable = tree.problems.find((problem) => problem.code === 'unreadable')
  if (isPhantom(reader.run, tree.totals.agents + tree.unplaced.length)) {
    return unreadable
      ? fail({ reason: 'unreadable', message: `run ${main} cannot be read: ${unreadable.source}: ${unreadable.message}` })
      : fail({ reason: 'no_data', message: `run ${main} holds no conversation: ${entry.files.size} files were read` })
  }
  return ok({ place, catalog, reader, tree })
}

function resolve(
  places: readonly ProviderRoot[],
  provider: string,
  main: string,
  agent: string | null,
): Result<Target, LookupFailure> {
  const opened = openMain(places, provider, main)
  if (!opened.ok) return opened
  const { tree, catalog } = opened.value
  if (agent === null || agent === main) return ok({ run: RunUri.parse(tree.uri), key: null })
  return resolveAgent(tree, agent, (id) => ownerOfAgent(catalog, id))
}

function readTranscript(
  places: readonly ProviderRoot[],
  kept: Map<string, TranscriptIndex>,
  target: Target,
  page: { before: number | null; limit: number },
): Result<TranscriptPage, LookupFailure> {
  const opened = openUri(places, target.run)
  if (!opened.ok) return opened
  const { place, catalog, tree, reader } = opened.value
  const agents = [...tree.agents, ...tree.unplaced]
  const agent = agents.find((candidate) => candidate.key === (target.key ?? tree.root))
  if (!agent) return fail({ reason: 'not_found', message: `no agent ${target.key} in ${tree.uri}` })
  const path = agent.source?.path
  const file = path === undefined ? undefined : catalog.files.get(path)
  if (!file || !path)
    return fail({ reason: 'no_data', message: `agent ${agent.id ?? agent.key} has no transcript below ${tree.uri}` })
  const index = indexFor(kept, `${tree.uri} ${agent.key} ${path}`, () =>
    openTranscriptIndex(place.provider, place.root, path, file.spec, tree.id, agent.id ?? tree.id),
  )
  if (!index.update(!reader.run.liveness.live))
    return fail({ reason: 'unreadable', message: `the transcript ${path} cannot be read` })
  return ok(
    readPage({
      provider: place.provider,
      root: place.root,
      path,
      index,
      agent,
      keyOfCall: keysByCall(agents),
      isLive: reader.run.liveness.live,
      before: page.before,
      limit: page.limit,
    }),
  )
}

function keysByCall(agents: readonly AgentView[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const agent of agents) for (const call of agent.calls) keys.set(call, agent.key)
  return keys
}

function indexFor(kept: Map<string, TranscriptIndex>, name: string, open: () => TranscriptIndex): TranscriptIndex {
  const known = kept.get(name)
  const index = known ?? open()
  // Taken out and put back: the map keeps the order of use.
  kept.delete(name)
  kept.set(name, index)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_TRANSCRIPTS) break
    kept.delete(oldest)
  }
  return index
}
