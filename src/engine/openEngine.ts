import { providers } from '../core/providers'
import { AgentKey, RunUri } from '../shared/ids'
import { fail, ok, type Result } from '../shared/result'
import type { AgentView, TranscriptPage, TranscriptTail } from '../shared/views'
import type { CatalogFile } from './catalog'
import { makeDoctorReport } from './doctorReport'
import type { Engine, EngineSettings, LookupFailure, Target } from './engine'
import { linkRows } from './linkRows'
import { type ListOptions, listRuns } from './listRuns'
import { loadPrices } from './loadPrices'
import { type OpenedRun, type OpenedRuns, openedRuns } from './openedRuns'
import { createProcessTable, processSourceFor } from './processTable'
import { openProviderRoot, type ProviderRoot } from './providerRoot'
import { type PageRequest, readPage } from './readPage'
import { readTail } from './readTail'
import { ownerOfAgent, resolveAgent } from './resolveAgent'
import { systemWatchDisk } from './watchDisk'
import { type WatchEngine, watchEngine } from './watchEngine'

/** Paging through a transcript must not walk the folder for every page. */
const PAGE_AGE_MS = 1000

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
  const runs = openedRuns()
  const pending = new Set<() => void>()
  const afterwards = (work: () => void): void => {
    pending.add(work)
    setImmediate(() => {
      if (pending.delete(work)) work()
    })
  }
  const list: ListOptions = { settings, signal: aborter.signal, afterwards }
  const refreshProcesses = (): Promise<void> => processes.refresh().catch(() => undefined)

  return {
    list: (filter, onProgress) => listRuns(places, filter, onProgress ? { ...list, onProgress } : list),
    resolve: async (provider, main, agent) =>
      chain(openMain(runs, places, provider, main, 0), (opened) => resolve(opened, agent)),
    tree: async (run) => chain(openUri(runs, places, run, 0), ({ tree }) => ok(tree)),
    transcript: async (target, page) =>
      chain(openUri(runs, places, target.run, page.before === null ? 0 : PAGE_AGE_MS), (opened) =>
        readTranscript(opened, target, page),
      ),
    tail: async (target, limit) => readEnd(runs, places, target, limit),
    links: async (run) =>
      chain(openUri(runs, places, run, 0), ({ tree, reader }) =>
        ok(reader.run.derived ? linkRows(tree, reader.run.derived) : []),
      ),
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
      runs.clear()
      for (const work of pending) work()
      pending.clear()
    },
  }
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
  return runs.open(place, main, maxAgeMs)
}

function resolve({ tree, catalog }: OpenedRun, agent: string | null): Result<Target, LookupFailure> {
  if (agent === null) return ok({ run: RunUri.parse(tree.uri), key: null })
  return resolveAgent(tree, agent, (id) => ownerOfAgent(catalog, id))
}

function readTranscript(
  { place, tree, reader }: OpenedRun,
  target: Target,
  page: { before: number | null; limit: number },
): Result<TranscriptPage, LookupFailure> {
  const agents = [...tree.agents, ...tree.unplaced]
  const agent = agents.find((candidate) => candidate.key === (target.key ?? tree.root))
  if (!agent) return fail({ reason: 'not_found', message: `no agent ${target.key} in ${tree.uri}` })
  const path = agent.source?.path
  const unreadable = tree.problems.find((problem) => problem.code === 'unreadable')
  if (path === undefined && unreadable) {
    return fail({ reason: 'unreadable', message: `${unreadable.source}: ${unreadable.message}` })
  }
  if (path === undefined) {
    return fail({ reason: 'no_data', message: `agent ${agent.id ?? agent.key} has no transcript below ${tree.uri}` })
  }
  const request: PageRequest = {
    provider: place.provider,
    root: place.root,
    path,
    index: reader.items(path, agent.id ?? tree.id),
    uri: agent.uri ?? tree.uri,
    key: agent.key,
    keyOfCall: keysByCall(agents),
    isLive: reader.run.liveness.live,
    before: page.before,
    limit: page.limit,
  }
  return ok(readPage(request))
}

/** Needs no tree: a run's own transcript and an agent's are known by their files. Everything else is read whole, as ever. */
function readEnd(
  runs: OpenedRuns,
  places: readonly ProviderRoot[],
  target: Target,
  limit: number,
): Result<TranscriptTail, LookupFailure> {
  const place = places.find(({ provider }) => target.run.startsWith(`${provider.id}://`))
  const main = target.run.slice(target.run.indexOf('://') + 3)
  const files = place?.catalog().runs.get(main)?.files.values() ?? []
  const isWanted = (file: CatalogFile): boolean =>
    target.key === null || target.key === main
      ? file.spec.role === 'main'
      : file.spec.agent === target.key && file.spec.role === 'agent'
  const file = [...files].find(isWanted)
  const index = place && file ? readTail(place.provider, place.root, file, main, limit) : null
  if (!place || !file || !index) {
    return chain(openUri(runs, places, target.run, PAGE_AGE_MS), (opened) =>
      readTranscript(opened, target, { before: null, limit }),
    )
  }
  const { agent } = file.spec
  const key = AgentKey.parse(agent ?? main)
  const uri = agent === null ? target.run : `${target.run}/${agent}`
  const isLive = place.live.livenessOf(main).live
  const page = readPage({
    provider: place.provider,
    root: place.root,
    path: file.path,
    index,
    uri,
    key,
    keyOfCall: NO_KEYS,
    isLive,
    before: null,
    limit,
  })
  return ok({ uri, key, items: page.items.map((item, n) => ({ ...item, n })) })
}

const NO_KEYS: ReadonlyMap<string, string> = new Map()

function keysByCall(agents: readonly AgentView[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const agent of agents) for (const call of agent.calls) keys.set(call, agent.key)
  return keys
}
