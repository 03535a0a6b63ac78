import type { DoctorReport } from '../shared/doctorReport'
import type { Problem } from '../shared/views'
import type { Catalog } from './catalog'
import type { ChildBook } from './children/openChildBook'
import { drivingReport } from './drive/drivingReport'
import type { EngineSettings } from './engine'
import { findCommand } from './findCommand'
import { type ListOptions, summariseAll } from './listRuns'
import type { LoadedPrices } from './loadPrices'
import { providerChannels, tellChannel } from './providerChannels'
import type { ProviderRoot } from './providerRoot'
import { storeReports } from './storeReports'
import type { RunSummary } from './summariseRun'
import type { WatchState } from './watchRoots'

export interface DoctorOptions {
  /** Null: recordings are played. */
  readonly children: ChildBook | null
  readonly settings: EngineSettings
  readonly list: ListOptions
  readonly prices: LoadedPrices
  readonly searchPath: string
  readonly watching: readonly WatchState[]
  readonly watchLimit: number | null
  readonly asksKeeper: boolean
}

const KEPT_PROBLEMS = 200

/** What was found, what is watched, what is ignored on purpose, and everything strange: silence is never a loss. */
export async function makeDoctorReport(places: readonly ProviderRoot[], options: DoctorOptions): Promise<DoctorReport> {
  const { settings, prices } = options
  await Promise.all(places.map((place) => place.channel?.refresh().catch(() => undefined)))
  await Promise.all(places.map((place) => options.list.heard?.(place.provider.id)))
  const indexStates = places.map((place) => place.indexState())
  const checked: { place: ProviderRoot; catalog: Catalog; summaries: readonly RunSummary[] }[] = []
  for (const place of places) {
    const catalog = place.catalog()
    checked.push({ place, catalog, summaries: [...(await summariseAll(place, catalog, null, options.list)).values()] })
  }
  const channels = providerChannels(places)
  const summaries = checked.flatMap((one) => one.summaries)
  const clis = places.map(({ provider }) => ({ provider: provider.id, ...findCommand(provider.command, options.searchPath) }))
  const state = indexStates[0] ?? { state: 'absent', note: null }
  return {
    version: settings.version,
    node: process.version,
    stateFolder: settings.stateFolder,
    roots: checked.map(({ place, catalog, summaries: own }) => rootReport(place, catalog, own)),
    stores: checked.flatMap(({ catalog }) => storeReports(catalog)),
    clis,
    remembered: options.children?.state() ?? null,
    channels: channels.map(tellChannel),
    limits: places.flatMap((place) => limitsOf(place)),
    driving: options.asksKeeper ? await drivingReport(settings.stateFolder, clis) : null,
    watch: watchReport(options),
    index: { state: state.state, note: state.note, runs: summaries.length },
    ignored: {
      warmupAgents: summaries.reduce((sum, one) => sum + one.warmupAgents, 0),
      phantomSessions: summaries.filter((one) => one.isPhantom).length,
    },
    unknownRecordTypes: unknownTypes(summaries),
    skimMismatches: summaries.flatMap((one) => [...one.mismatches]),
    prices: {
      dated: prices.table.dated,
      source: prices.table.source,
      unknownModels: [...new Set(summaries.flatMap((one) => [...one.unknownModels]))].sort(),
    },
    problems: problemsOf(checked),
  }
}

/** What its product keeps to itself, and what its channels say is missing. */
function limitsOf({ provider, channel }: ProviderRoot): DoctorReport['limits'] {
  const channels = channel?.channels() ?? []
  const isHeard = channels.some(({ state }) => state === 'connected')
  const lasting = (provider.limits ?? []).filter(({ isLiftedByChannel }) => !(isLiftedByChannel && isHeard))
  const texts = [
    ...lasting.map(({ text }) => text),
    ...(channel?.limits?.() ?? []),
    ...channels.flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`])),
  ]
  return [...new Set(texts)].map((text) => ({ provider: provider.id, text }))
}

function rootReport(place: ProviderRoot, catalog: Catalog, summaries: readonly RunSummary[]): DoctorReport['roots'][number] {
  // What lies in a store is no file, and its size is only a stamp.
  const files = [...catalog.files.values()].filter(({ spec }) => spec.format !== 'records')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const runs = summaries.filter((one) => !one.isPhantom).length
  const note = catalog.state === 'missing' ? 'it will be read as soon as it appears' : null
  return { provider: place.provider.id, path: place.root, state: catalog.state, runs, files: files.length, bytes, note }
}

function watchReport({ watching, watchLimit }: DoctorOptions): DoctorReport['watch'] {
  const [first] = watching
  if (!first) return { mode: 'off', folders: 0, limit: watchLimit, note: null }
  const mode = watching.every((one) => one.mode === first.mode) ? first.mode : 'mixed'
  const notes = watching.flatMap((one) => (one.note === null ? [] : [one.note]))
  return {
    mode,
    folders: watching.reduce((sum, one) => sum + one.folders, 0),
    limit: first.limit,
    note: notes.join('; ') || null,
  }
}

function unknownTypes(summaries: readonly RunSummary[]): DoctorReport['unknownRecordTypes'] {
  const counts = new Map<string, { type: string; count: number; version: string | null }>()
  for (const { unknownTypes: types, row } of summaries) {
    for (const [type, count] of types) {
      const key = `${type} ${row.version}`
      const known = counts.get(key)
      if (known) known.count += count
      else counts.set(key, { type, count, version: row.version })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

function problemsOf(checked: readonly { catalog: Catalog; summaries: readonly RunSummary[] }[]): Problem[] {
  const problems: Problem[] = []
  for (const { catalog, summaries } of checked) {
    for (const { path, reason } of catalog.problems) {
      problems.push({ code: 'unreadable', source: path === '' ? '.' : path, line: null, message: `cannot be read: ${reason}` })
    }
    for (const file of catalog.files.values()) {
      if (file.run === null && file.size > 0) {
        problems.push({
          code: 'unplaced_file',
          source: file.path,
          line: null,
          message: 'its records do not say which run it belongs to',
        })
      }
    }
    for (const summary of summaries) problems.push(...summary.problems)
  }
  if (problems.length <= KEPT_PROBLEMS) return problems
  const more = problems.length - KEPT_PROBLEMS
  return [
    ...problems.slice(0, KEPT_PROBLEMS),
    { code: 'more_problems', source: '.', line: null, message: `${more} more problems` },
  ]
}
