import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { treeOf } from '../core/model/forest'
import { codex } from '../core/providers/codex/codex'
import { codexRecordingNames, loadCodexRecording } from '../testing/codexRecordings'
import type { RecordedFile } from '../testing/readRecording'
import { MEMORY_FOLDER } from '../testing/temporaryRoot'
import { idAt, RolloutWriter } from '../testing/writeRollout'
import { openLinkStore } from './links/linkStore'
import { loadPrices } from './loadPrices'
import { createProcessTable, processSourceFor } from './processTable'
import { openProviderRoot, type ProviderRoot } from './providerRoot'
import { openRun } from './readTree'
import { type WatchedPlace, watchPlace } from './watchPlace'

const PRICES = join(import.meta.dirname, '../../resources/prices.json')
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0).reverse()) one.close()
})

interface Step {
  readonly file: RecordedFile
  readonly to: number
}

describe('files that come in any order, cut anywhere, to an engine that watches', () => {
  it.each(codexRecordingNames())('%s', async (name) => {
    const { sources } = loadCodexRecording(name)
    const order = fc.shuffledSubarray([...sources], { minLength: sources.length })
    const cuts = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: sources.length, maxLength: sources.length })
    const property = fc.asyncProperty(order, order, cuts, async (begun, ended, thousandths) => {
      await expectFresh([
        ...begun.map((file, i) => ({ file, to: Math.floor((file.bytes.length * (thousandths[i] ?? 0)) / 1000) })),
        ...ended.map((file) => ({ file, to: file.bytes.length })),
      ])
    })
    await fc.assert(property, { numRuns: 4, endOnFailure: true })
  })

  const ids = [idAt(0), idAt(5), idAt(9), idAt(13)]
  const nth = (n: number): RecordedFile => {
    const id = ids[n] ?? ''
    const parent = ids[n - 1]
    const source = parent ? { subagent: { thread_spawn: { parent_thread_id: parent, depth: n } } } : 'exec'
    const writer = new RolloutWriter(id, { hasOrdinals: false }).head(n * 4, { source, session_id: undefined }).begin(n * 4 + 1)
    return writer.call(n * 4 + 2, `c${n}`, 'spawn_agent', { message: 'Help' }).file()
  }
  it.each(ordersOf([0, 1, 2, 3]))('generations that name only their parents: %i, %i, %i, %i', async (...order) => {
    await expectFresh(order.map(nth).map((file) => ({ file, to: file.bytes.length })))
  })

  it.each(ordersOf([0, 1, 2, 3]))('the same, looked at now and then without a watch: %i, %i, %i, %i', (...order) => {
    const root = makeRoot()
    const place = openPlace(root)
    for (const file of order.map(nth)) {
      write(root, file)
      expect(runsOf(place)).toEqual(runsOf(openPlace(root)))
    }
  })
})

it('knows, when it has begun to watch, what was written while it was about to', async () => {
  const { sources } = loadCodexRecording('0.169.0/v1-one')
  const root = makeRoot()
  const watched = await watchFrom(openPlace(root), async () => {
    for (const source of sources) write(root, source)
  })
  expect([...watched.catalog().files.keys()].sort()).toEqual(sources.map(({ path }) => path).sort())
})

function runsOf(place: ProviderRoot): Record<string, readonly string[]> {
  return Object.fromEntries([...place.catalog().runs.values()].map(({ id, files }) => [id, [...files.keys()].sort()]))
}

function ordersOf(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) => ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))
}

/** Plays the steps, each seen before the next, and compares what is held then with what a first reading finds. */
async function expectFresh(steps: readonly Step[]): Promise<void> {
  const root = makeRoot()
  const place = openPlace(root)
  const watched = await watchFrom(place, () => Promise.resolve())
  for (const { file, to } of steps) {
    write(root, file, to)
    const { size } = statSync(join(root, file.path))
    while (watched.catalog().files.get(file.path)?.size !== size) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(heldTrees(place, watched)).toEqual(freshTrees(root))
  for (const one of open.splice(0).reverse()) one.close()
}

async function watchFrom(place: ProviderRoot, refreshProcesses: () => Promise<void>): Promise<WatchedPlace> {
  const watched = await watchPlace(place, {
    ...{ target: null, onChanged: () => undefined, onWritten: () => undefined, onGone: () => undefined },
    refreshProcesses,
  })
  open.push(watched)
  return watched
}

function makeRoot(): string {
  const root = mkdtempSync(join(MEMORY_FOLDER, 'arrival-'))
  open.push({ close: () => rmSync(root, { recursive: true, force: true }) })
  return root
}

/** Appends what is missing of the file's first `to` bytes. */
function write(root: string, { path, bytes }: RecordedFile, to = bytes.length): void {
  const at = join(root, path)
  mkdirSync(dirname(at), { recursive: true })
  appendFileSync(at, bytes.subarray(statSync(at, { throwIfNoEntry: false })?.size ?? 0, to))
}

function openPlace(root: string): ProviderRoot {
  const processes = createProcessTable(processSourceFor(process.platform))
  const stateFolder = join(root, 'state')
  const settings = {
    ...{ roots: { codex: root }, stateFolder, priceFile: null, variables: {}, promptWindowMs: 86_400_000, workerScript: null },
    ...{ version: '0.0.0', priceTable: PRICES, onWarning: () => undefined },
  }
  const place = openProviderRoot(
    codex,
    root,
    settings,
    loadPrices(PRICES, null),
    processes,
    openLinkStore(stateFolder, () => undefined),
  )
  open.push(place)
  return place
}

function heldTrees(place: ProviderRoot, watched: WatchedPlace): Record<string, unknown> {
  return Object.fromEntries(watched.followed().map(({ id, reader }) => [id, treeOf(reader.run, place.view)]))
}

function freshTrees(root: string): Record<string, unknown> {
  const place = openPlace(root)
  const catalog = place.catalog()
  const runs = [...catalog.runs.values()]
  return Object.fromEntries(runs.map((run) => [run.id, treeOf(openRun(place, catalog, run).run, place.view)]))
}
