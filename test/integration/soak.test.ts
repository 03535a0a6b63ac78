import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Engine, EngineSettings } from '../../src/engine/engine'
import { openEngine } from '../../src/engine/openEngine'
import type { AgentView } from '../../src/shared/views'
import { PROJECT } from '../harness/recordings'
import { WatchLedger } from '../harness/watchLedger'
import { withWorkspace } from '../harness/workspace'
import { measureProcess, type ProcessMeasure } from '../soak/measureProcess'
import { SoakFiles } from '../soak/soakFiles'

/** 30 minutes of 50 appends a second; `npm run soak` asks for many times that. */
const APPENDS = 90_000 * Number(process.env['UNDERSTORY_SOAK_TIMES'] ?? '1')
const BATCH = 60
const DISTURB_EVERY = 25
const SETTLE_MS = 20_000
const TIME_LIMIT_MS = APPENDS * 4

function settingsFor(root: string, stateFolder: string): EngineSettings {
  return {
    roots: { claude: root },
    stateFolder,
    variables: {},
    priceFile: null,
    promptWindowMs: 86_400_000,
    workerScript: null,
    version: 'soak',
    priceTable: join(PROJECT, 'resources', 'prices.json'),
    onWarning: () => undefined,
  }
}

/** Every agent of every run as a fresh engine reads it, by the name the ledger uses. */
async function readTruth(engine: Engine): Promise<Map<string, AgentView>> {
  const truth = new Map<string, AgentView>()
  for (const row of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
    const tree = await engine.tree(row.uri)
    if (!tree.ok) throw new Error(tree.failure.message)
    for (const agent of [...tree.value.agents, ...tree.value.unplaced]) truth.set(`${row.uri} ${agent.key}`, agent)
  }
  return truth
}

function differences(ledger: WatchLedger, truth: ReadonlyMap<string, AgentView>): string[] {
  const faults: string[] = []
  for (const [name, agent] of truth) {
    const node = ledger.nodes.get(name)
    const { run: _, ...known } = node ?? { run: null }
    if (!node) faults.push(`${name} was never seen`)
    else if (JSON.stringify(known, withoutRestarts) !== JSON.stringify(agent)) faults.push(`${name} is not as its files say`)
  }
  for (const name of ledger.nodes.keys()) if (!truth.has(name)) faults.push(`${name} is no longer on disk`)
  return faults
}

/** How often a file began anew is known only to who was there. */
const withoutRestarts = (name: string, value: unknown): unknown => (name === 'restarts' ? undefined : value)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Writes a batch, then lets the engine catch up: the batch's frames come within a few milliseconds. */
async function soak(files: SoakFiles, ledger: WatchLedger, appends: number): Promise<void> {
  const end = files.done.append + appends
  while (files.done.append < end) {
    const { frames } = ledger
    for (let i = 0; i < BATCH; i++) {
      files.append()
      if (files.done.append % DISTURB_EVERY === 0) files.disturb()
    }
    for (let i = 0; i < 20 && ledger.frames === frames; i++) await sleep(1)
  }
}

/** The ledger remembers every agent that ever was, which is its own affair and not what is measured. */
function measure(ledger: WatchLedger): Promise<ProcessMeasure> {
  for (const memory of [ledger.first, ledger.placings]) memory.clear()
  return measureProcess()
}

test(
  'a soak: 30 minutes of appends to 200 files that come, go and are replaced; nothing is lost and nothing grows',
  async () => {
    await withWorkspace(async ({ root, stateFolder }) => {
      const files = new SoakFiles(root, 7)
      const engine = await openEngine(settingsFor(root, stateFolder))
      const ledger = new WatchLedger()
      const watch = await engine.watch(null, (frame) => ledger.take(frame, Date.now()))
      await soak(files, ledger, APPENDS / 3)
      const early = await measure(ledger)
      await soak(files, ledger, (APPENDS * 2) / 3)
      const late = await measure(ledger)
      files.finish()

      const fresh = await openEngine(settingsFor(root, join(stateFolder, 'fresh')))
      const truth = await readTruth(fresh)
      await fresh.close()
      const limit = Date.now() + SETTLE_MS
      while (differences(ledger, truth).length > 0 && Date.now() < limit) await sleep(100)
      console.log(JSON.stringify({ ...files.done, files: files.count, frames: ledger.frames, early, late }))
      expect(ledger.faults).toEqual([])
      expect(differences(ledger, truth)).toEqual([])
      expect(truth.size).toBe(files.count)
      expect(late.watches).toBeLessThanOrEqual(early.watches + 5)
      expect(late.files ?? 0).toBeLessThanOrEqual((early.files ?? 0) + 2)
      expect(late.heapMb).toBeLessThan(early.heapMb + 6)
      expect(late.rssMb).toBeLessThan(early.rssMb + 100)
      await watch.close()
      await engine.close()
    })
  },
  TIME_LIMIT_MS,
)
