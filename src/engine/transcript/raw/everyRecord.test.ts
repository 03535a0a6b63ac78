import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOpencodeStore } from '../../../connect/opencode/store/openOpencodeStore'
import type { RunUri } from '../../../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../../../testing/temporaryRoot'
import type { Engine } from '../../engine'
import type { TranscriptReading } from '../reading'
import { rawGaps } from './rawGaps'
import { rawPage } from './rawPage'

const FIXTURES = join(import.meta.dirname, '../../../../fixtures')
const homes: Readonly<Record<string, string>> = { claude: 'claude-home', codex: 'codex-home', opencode: 'data/opencode' }

function recordingsOf(provider: string): string[] {
  return readdirSync(join(FIXTURES, provider)).flatMap((version) =>
    readdirSync(join(FIXTURES, provider, version))
      .map((scenario) => `${provider}/${version}/${scenario}`)
      .filter((name) => existsSync(join(FIXTURES, name, homes[provider]!))),
  )
}

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

/** What one source shows of itself, by the names of its records. */
interface Shown {
  readonly path: string
  readonly raw: readonly string[]
  readonly inItems: ReadonlySet<string>
  readonly gaps: number
}

async function openPlaced(name: string, provider: string): Promise<Engine> {
  cpSync(join(FIXTURES, name, homes[provider]!), place.root, { recursive: true })
  return place.open({ roots: { [provider]: place.root } })
}

async function showAll(engine: Engine): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const { uri } of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
    const tree = await engine.tree(uri as RunUri)
    if (!tree.ok) continue
    for (const { key } of [...tree.value.agents, ...tree.value.unplaced]) {
      const read = await engine.reading({ run: uri as RunUri, key }, showOne)
      if (read.ok) shown.push(read.value)
    }
  }
  return shown
}

function showOne(reading: TranscriptReading): Shown {
  const { index, raw, path } = reading

  const nameOf = (offset: number): string => index.recordIds?.idOf(offset) ?? String(offset)
  const inItems = new Set<string>()
  for (let n = 0; n < index.total; n++) {
    inItems.add(nameOf(index.recordOf(n).offset))
    const call = index.toolOf(n)?.call
    const answer = call === undefined ? null : index.answerTo(call)
    if (answer) inItems.add(nameOf(answer.offset))
  }
  const gaps = rawGaps(reading, 0)
  expect(gaps.next).toBeNull()
  const total = gaps.gaps.reduce((sum, { count }) => sum + count, 0)
  const { records } = rawPage(reading, 0, 100_000)
  expect(records).toHaveLength(total)
  const names = records.map(({ place: offset }, n) =>
    reading.thread.provider === 'opencode' ? idOf(reading, n) : String(offset),
  )
  for (const { type, before } of records) {
    expect(type).not.toBeNull()
    expect(before).toBeLessThanOrEqual(index.total)
  }
  expect(raw === null ? 0 : raw.total).toBe(total)
  return { path, raw: names, inItems, gaps: gaps.gaps.length }
}

/** As the store names it, from what the record says. */
function idOf(reading: TranscriptReading, raw: number): string {
  const { kind, data } = JSON.parse(reading.rawLine(raw)?.toString() ?? '') as { kind: string; data: { id: string } }
  return `${kind}:${data.id}`
}

function linesOf(path: string): string[] {
  const file = readFileSync(join(place.root, path))
  const bytes = path.endsWith('.zst') ? zstdDecompressSync(file) : file
  const offsets: string[] = []
  let at = 0
  for (const line of bytes.toString('latin1').split('\n')) {
    if (line !== '' && line !== '\r') offsets.push(String(at))
    at += line.length + 1
  }
  return offsets
}

function bySource(shown: readonly Shown[]): Map<string, Shown[]> {
  const sources = new Map<string, Shown[]>()
  for (const one of shown) sources.set(one.path, [...(sources.get(one.path) ?? []), one])
  return sources
}

/** Every record is part of an item or a line of its own: nothing twice, nothing lost. */
function expectAllOnce(shown: readonly Shown[], records: readonly string[]): void {
  const raw = shown.flatMap((one) => one.raw)
  const inItems = new Set(shown.flatMap((one) => [...one.inItems]))
  expect(new Set(raw).size).toBe(raw.length)
  expect(raw.filter((record) => inItems.has(record))).toEqual([])
  expect(records.filter((record) => !inItems.has(record) && !raw.includes(record))).toEqual([])
  expect([...raw, ...inItems].filter((record) => !records.includes(record))).toEqual([])
}

describe.each(['claude', 'codex'])('files of %s', (provider) => {
  it.each(recordingsOf(provider))('%s: every line is part of an item or a raw one', async (name) => {
    const engine = await openPlaced(name, provider)
    for (const [path, shown] of bySource(await showAll(engine))) expectAllOnce(shown, linesOf(path))
  })
})

describe('the store of opencode', () => {
  it.each(recordingsOf('opencode'))('%s: every record is part of an item or a raw one', async (name) => {
    const engine = await openPlaced(name, 'opencode')
    const shown = await showAll(engine)
    expect(shown.length).toBeGreaterThan(0)
    const store = openOpencodeStore({ root: place.root, variables: {} })
    for (const [path, ones] of bySource(shown)) {
      const records: string[] = []
      store.read(path, null, { onReplaced: () => undefined, onRecord: (id) => void records.push(id) })
      expectAllOnce(ones, records)
    }
    store.close()
  })
})
