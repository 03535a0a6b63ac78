import type { Engine, LookupFailure } from '../engine/engine'
import type { ProviderChannel } from '../engine/providerChannels'
import type { DoctorReport } from '../shared/doctorReport'
import { AgentKey, ProviderId, RunUri } from '../shared/ids'
import type { LinkChanged, LinkRefusal } from '../shared/linkChange'
import { fail, ok, type Result } from '../shared/result'
import type { LinkRow, RunRow, TranscriptItem, TreeView, WatchFrame } from '../shared/views'
import { readingOf } from './readingOf'

/** What a fake engine knows; frames are handed out by `watch` at once. */
export interface FakeWorld {
  readonly trees?: readonly TreeView[]
  readonly rows?: readonly RunRow[]
  readonly items?: Readonly<Record<string, readonly TranscriptItem[]>>
  readonly links?: readonly LinkRow[]
  /** `asked`: what was asked, in one line. */
  readonly answerLink?: (asked: string) => Result<LinkChanged, LinkRefusal>
  readonly frames?: readonly WatchFrame[]
  readonly channels?: readonly ProviderChannel[]
  readonly report?: Partial<DoctorReport>
}

export interface FakeEngine extends Engine {
  readonly closed: () => number
}

/** The engine's interface over hand-made data: for tests of the shells. */
export function fakeEngine(world: FakeWorld): FakeEngine {
  let closed = 0
  const trees = new Map((world.trees ?? []).map((tree) => [tree.uri as string, tree]))
  const rows = world.rows ?? [...trees.values()].map(rowOf)
  const answerLink = (asked: string): Promise<Result<LinkChanged, LinkRefusal>> =>
    Promise.resolve(world.answerLink?.(asked) ?? fail({ rule: 'not_stored', message: 'no links here' }))
  const missing = (message: string, reason: LookupFailure['reason'] = 'not_found') => fail({ reason, message })
  const read: FakeEngine['reading'] = (target, use) => {
    const tree = trees.get(target.run)
    const agent = [...(tree?.agents ?? []), ...(tree?.unplaced ?? [])].find(({ key }) => key === (target.key ?? tree?.root))
    if (!agent) return Promise.resolve(missing(`no agent ${target.key} in ${target.run}.`))
    return Promise.resolve(ok(use(readingOf(agent, world.items?.[agent.key] ?? []))))
  }
  return {
    list: (filter, onProgress) => {
      onProgress?.({ doneRuns: rows.length, totalRuns: rows.length, doneBytes: 1, totalBytes: 1 })
      const matching = rows.filter((row) => {
        return (filter.provider === null || row.provider === filter.provider) && (!filter.liveOnly || row.live)
      })
      return Promise.resolve(matching.slice(0, filter.limit ?? matching.length))
    },
    resolve: (provider, main, agent) => {
      const tree = trees.get(`${provider}://${main}`)
      if (tree === undefined) return Promise.resolve(missing(`no run ${main} in /fake.`))
      if (agent === null) return Promise.resolve(ok({ run: tree.uri, key: null }))
      const found = [...tree.agents, ...tree.unplaced].find((each) => each.id === agent || each.call === agent)
      if (found === undefined) return Promise.resolve(missing(`${agent} is not an agent of ${tree.uri}.`, 'not_a_child'))
      if (found.source === null) return Promise.resolve(missing(`${agent} has no data; looked in /fake.`, 'no_data'))
      return Promise.resolve(ok({ run: tree.uri, key: found.key }))
    },
    tree: (run) => {
      const tree = trees.get(run)
      return Promise.resolve(tree === undefined ? missing(`no run ${run}.`) : ok(tree))
    },
    transcript: (target, { before, limit }) => {
      const tree = trees.get(target.run)
      if (tree === undefined) return Promise.resolve(missing(`no run ${target.run}.`))
      const key = target.key ?? tree.root
      const items = world.items?.[key] ?? []
      const end = Math.min(before ?? items.length, items.length)
      const from = Math.max(0, end - limit)
      const uri = tree.agents.find((agent) => agent.key === key)?.uri ?? tree.uri
      return Promise.resolve(ok({ uri, key: AgentKey.parse(key), total: items.length, from, items: items.slice(from, end) }))
    },
    tail: () => Promise.resolve(missing('no tails here.')),
    reading: (target, use) => read(target, use),
    readingEnd: (target, _limit, use) => read(target, use),
    explain: () => Promise.resolve(missing('nothing is explained here.')),
    links: () => Promise.resolve(ok(world.links ?? [])),
    changeLink: (run, key, change, { isDryRun }) =>
      answerLink(`${isDryRun ? 'try' : 'do'} ${run} ${key} ${JSON.stringify(change)}`),
    undoLink: (run) => answerLink(`undo ${run}`),
    redoLink: (run) => answerLink(`redo ${run}`),
    watch: (_run, onFrame) => {
      for (const frame of world.frames ?? []) onFrame(frame)
      return Promise.resolve({ roots: () => [], keep: () => Promise.resolve(null), close: () => Promise.resolve() })
    },
    heldBy: () => [],
    holders: () => Promise.resolve({ isLive: false, pids: [], joinable: null, isSure: true, isUnheardAtWork: false }),
    channels: () => world.channels ?? [],
    retryChannel: () => undefined,
    ...{ pauses: () => [], partials: () => [] },
    onPartial: () => () => undefined,
    doctor: () => Promise.resolve({ ...emptyReport, ...world.report }),
    close: () => {
      closed += 1
      return Promise.resolve()
    },
    closed: () => closed,
  }
}

/** The list row that belongs to a tree. */
export function rowOf(tree: TreeView): RunRow {
  const root = tree.agents.find((agent) => agent.key === tree.root)
  const { uri, provider, id, title, cwd, project, version, started, updated, ended, live, usage, cost, forkedFrom } = tree
  const { agents: total, running, waiting, failed } = tree.totals
  return {
    ...{ uri, provider, id, title, cwd, project, version, started, updated, ended, live, usage, cost, forkedFrom },
    status: root?.status ?? 'running',
    phase: root?.phase ?? 'running',
    status_source: root?.status_source ?? 'inferred',
    model: root?.model ?? null,
    agents: { total, running, waiting, failed },
    sizeBytes: 123_456,
  }
}

export function snapshotOf(trees: readonly TreeView[]): WatchFrame {
  const agents = trees.flatMap((tree) =>
    [...tree.agents, ...tree.unplaced].map((agent) => ({ run: RunUri.parse(tree.uri), ...agent })),
  )
  return { kind: 'snapshot', seq: 0, runs: trees.map(rowOf), agents }
}

const emptyReport: DoctorReport = {
  version: '0.1.0',
  node: '24.21.0',
  stateFolder: '/home/dev/.local/state/understory',
  roots: [
    {
      provider: ProviderId.parse('claude'),
      path: '/home/dev/.claude',
      state: 'missing',
      runs: 0,
      files: 0,
      bytes: 0,
      note: null,
    },
  ],
  clis: [],
  stores: [],
  remembered: null,
  channels: [],
  limits: [],
  driving: null,
  watch: { mode: 'events', folders: 0, limit: null, note: null },
  index: { state: 'fresh', note: null, runs: 0 },
  ignored: { warmupAgents: 0, phantomSessions: 0 },
  unknownRecordTypes: [],
  skimMismatches: [],
  prices: { dated: '2026-11-01', source: 'resources/prices.json', unknownModels: [] },
  problems: [],
}
