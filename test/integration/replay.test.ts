import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TreeView } from '../../src/shared/views'
import { compareTree } from '../harness/compareTree'
import { judgeFinalState, judgePlacings, judgeTimeliness, LIMIT_MS } from '../harness/judgeWatch'
import { makeSlots } from '../harness/makeSlots'
import { Observer } from '../harness/Observer'
import { openWatch, type Watch } from '../harness/openWatch'
import { type ExpectedRun, listRecordings, type Recording, type ReplayEvent, readReplay } from '../harness/recordings'
import { LONGEST_GAP_MS, replayRecording } from '../harness/replayRecording'
import { readTree } from '../harness/runCli'
import { StandIns } from '../harness/standIns'
import { treeInvariants } from '../harness/treeInvariants'
import { type Workspace, withWorkspace } from '../harness/workspace'

const inSlot = makeSlots(3)
/** Longer than any rule that waits for time to pass, such as "no child within 5 s". */
const SETTLE_MS = 8_000

interface Variant {
  readonly isSplit: boolean
  /** Every watch is open before anything exists, the provider's root included; else one per run begins with its first record. */
  readonly isBeforeAll: boolean
}

/** The watches of one replay: one on the live runs, open before anything exists, and one per run from its first record on. */
class Watches {
  readonly ofRun = new Map<string, Watch>()
  readonly live: Watch | null
  /** When each session was first registered as running. */
  readonly registeredAt = new Map<string, number>()
  private readonly recording: Recording
  private readonly workspace: Workspace

  constructor(recording: Recording, workspace: Workspace, live: Watch | null) {
    this.recording = recording
    this.workspace = workspace
    this.live = live
  }

  async follow(event: ReplayEvent): Promise<void> {
    if (event.op === 'put' && event.path.startsWith('sessions/')) {
      const session = /"sessionId":"([^"]+)"/.exec(event.text)?.[1]
      if (session && !this.registeredAt.has(session)) this.registeredAt.set(session, Date.now())
    }
    const run = this.recording.runs.find((candidate) => basename(event.path) === `${candidate.id}.jsonl`)
    if (event.op === 'grow' && run) await this.open(run)
  }

  async open(run: ExpectedRun): Promise<void> {
    if (!this.ofRun.has(run.uri)) this.ofRun.set(run.uri, await openWatch([run.uri], this.workspace.env))
  }

  async close(): Promise<void> {
    await Promise.all([...this.ofRun.values(), ...(this.live ? [this.live] : [])].map((watch) => watch.close()))
  }
}

async function judgeRun(run: ExpectedRun, watches: Watches, observer: Observer, { root, env }: Workspace): Promise<string[]> {
  const watch = watches.ofRun.get(run.uri)
  if (!watch) return [`${run.uri}: no growth of its own transcript in the recording`]
  const tree = await readTree(run.uri, env)
  // Until the watch has caught up, or for as long as it may take; what then differs is named below.
  await watch.until('the final state', () => judgeFinalState(watch.ledger, tree).length === 0, SETTLE_MS).catch(() => null)
  return [
    ...judgeFinalState(watch.ledger, tree),
    ...judgeTimeliness(run, observer, watch.ledger, watch.ledger.snapshotAt),
    ...judgePlacings(run.uri, watch.ledger),
    ...compareTree(run, tree),
    ...treeInvariants(tree, root),
    ...(await judgeLive(run, tree, watches, observer)),
  ]
}

/**
 * A run whose process is registered is live, and the watch on all live runs shows it as it grows. Once it has ended it either
 * leaves that watch or stays with its final state.
 */
async function judgeLive(
  run: ExpectedRun,
  tree: TreeView,
  { live, registeredAt }: Watches,
  observer: Observer,
): Promise<string[]> {
  const since = registeredAt.get(run.id)
  if (!live || since === undefined) return []
  const { ledger } = live
  const ending = () => (ledger.agentsOf(run.uri).length === 0 ? [] : judgeFinalState(ledger, tree))
  await live.until('the final state', () => ending().length === 0, SETTLE_MS).catch(() => null)
  const faults = ledger.wereLive.has(run.uri) ? [] : [`${run.uri} was never said to be live`]
  if (ledger.runs.get(run.uri)?.live) faults.push(`${run.uri} is still said to be live`)
  return [...faults, ...ending(), ...judgeTimeliness(run, observer, ledger, since)].map((fault) => `live watch: ${fault}`)
}

async function judgeReplay(recording: Recording, events: readonly ReplayEvent[], variant: Variant): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const { root, env } = workspace
    if (!variant.isBeforeAll) mkdirSync(root)
    const hasRegistry = events.some((event) => event.path.startsWith('sessions/'))
    const watches = new Watches(recording, workspace, hasRegistry ? await openWatch([], env) : null)
    if (variant.isBeforeAll) for (const run of recording.runs) await watches.open(run)
    const observer = new Observer(root)
    observer.start()
    const faults: string[] = []
    try {
      await replayRecording(recording, events, root, new StandIns(events), {
        isSplit: variant.isSplit,
        longestGapMs: LONGEST_GAP_MS,
        afterEvent: (event) => watches.follow(event),
      })
      for (const run of recording.runs) faults.push(...(await judgeRun(run, watches, observer, workspace)))
    } finally {
      observer.stop()
      await watches.close()
    }
    const ledgers = [...watches.ofRun.values(), ...(watches.live ? [watches.live] : [])].map((watch) => watch.ledger)
    return [...faults, ...ledgers.flatMap((ledger) => ledger.faults)]
  })
}

/** One of each generation of the format, and what grows in unusual places. */
const SPLIT = [
  ...['1.0.128/parallel', '2.0.28/nested', '2.0.76/parallel', '2.0.76/twins', '2.1.2/background', '2.1.45/parallel'],
  ...['2.1.104/team-old', '2.1.147/agent-errors', '2.1.205/twins', '2.1.327/nested', '2.1.327/parallel', '2.1.327/workflow'],
]

const replays = listRecordings('claude').flatMap((recording) => {
  const events = readReplay(recording)
  return events ? [{ recording, events }] : []
})

describe.concurrent(`a replayed recording is told as it happens, within ${LIMIT_MS} ms`, () => {
  for (const { recording, events } of replays) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, events, { isSplit: false, isBeforeAll: false }))).toEqual([])
    })
  }
})

describe.concurrent('writes cut in two change nothing, nor that the watch was there before the root', () => {
  for (const { recording, events } of replays.filter(({ recording }) => SPLIT.some((name) => recording.name.endsWith(name)))) {
    test(recording.name, async () => {
      expect(await inSlot(() => judgeReplay(recording, events, { isSplit: true, isBeforeAll: true }))).toEqual([])
    })
  }
})
