import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Forest, treeOf } from '../core/model/forest'
import { newRun, type Run } from '../core/model/run'
import type { Provider } from '../core/provider'
import { claude } from '../core/providers/claude/claude'
import { codex } from '../core/providers/codex/codex'
import { codexForestOf, codexRecordingNames, loadCodexRecording } from '../testing/codexRecordings'
import { faultsOf } from '../testing/faultsOf'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../testing/recordings'
import { MEMORY_FOLDER } from '../testing/temporaryRoot'
import { openRunReader, type RunReader } from './runReader'

interface Product {
  readonly provider: Provider
  readonly forestOf: (sources: readonly RecordedSource[]) => Forest
}

const CLAUDE: Product = { provider: claude, forestOf }
const CODEX: Product = { provider: codex, forestOf: codexForestOf }

const folder = mkdtempSync(join(MEMORY_FOLDER, 'cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One small recording of each way of writing agents: in the main file, flat, in a folder with side files; and how many bytes a step. */
const SMALL = [
  ['2.0.76/background', 1],
  ['1.0.128/nested', 17],
  ['2.1.104/background', 41],
] as const

describe('a file cut at any byte, then finished, is the file', () => {
  it.each(SMALL)('%s, its main file byte by byte in steps of %i', (name, step) => {
    const { sources } = loadRecording(name)
    for (const source of sources)
      cutAt(CLAUDE, sources, source, range(0, source.bytes.length, source.spec.role === 'main' ? step : step * 11))
  })

  it.each(recordingNames())('%s, here and there', (name) => cutHereAndThere(CLAUDE, loadRecording(name).sources))

  it.each(codexRecordingNames())('Codex %s, here and there', (name) => cutHereAndThere(CODEX, loadCodexRecording(name).sources))

  it('a rollout cut inside every line', () => {
    const { sources } = loadCodexRecording('0.169.0/v2-crash')
    for (const source of sources) cutAt(CODEX, sources, source, strangeBytes(source.bytes))
  })

  it('cut inside every line, at the seams of its characters', () => {
    const { sources } = loadRecording('2.1.327/misc')
    for (const source of sources) cutAt(CLAUDE, sources, source, strangeBytes(source.bytes))
  })
})

function cutHereAndThere(product: Product, sources: readonly RecordedSource[]): void {
  const bytes = sources.reduce((sum, source) => sum + source.bytes.length, 0)
  const step = Math.ceil(bytes / 3)
  for (const source of sources) {
    cutAt(product, sources, source, range(step % source.bytes.length, source.bytes.length, step))
  }
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step)
}

/** Around every line end, and within characters of several bytes: up to 40 places. */
function strangeBytes(bytes: Buffer): number[] {
  const places: number[] = []
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 10) places.push(i - 1, i, i + 1)
    else if ((byte & 0xc0) === 0x80) places.push(i)
  }
  return places.filter((place, i) => place > 0 && i % Math.ceil(places.length / 40) === 0)
}

/** Everything else is read once; this source is read up to the cut, looked at, and read to its end. */
function cutAt(
  { provider, forestOf }: Product,
  sources: readonly RecordedSource[],
  source: RecordedSource,
  cuts: readonly number[],
): void {
  const mine = sources.filter((other) => other.run === source.run)
  const truth = JSON.stringify(treeOf(onlyRun(forestOf(mine)), VIEW))
  for (const other of mine) write(other.path, other.bytes)
  const path = join(folder, source.path)
  const reader = openRunReader({ provider, root: folder, store: null }, newRun(provider.id, source.run), { withItems: false })
  for (const other of mine) if (other !== source) look(reader, other)
  for (const cut of cuts) {
    rmSync(path)
    reader.forget(source.path)
    writeFileSync(path, source.bytes.subarray(0, cut))
    look(reader, source)
    if (cut % 7 === 0) expect(faultsOf(treeOf(reader.run, VIEW))).toEqual([])
    if (source.spec.format === 'whole') writeFileSync(path, source.bytes)
    else appendFileSync(path, source.bytes.subarray(cut))
    look(reader, source)
    expect(JSON.stringify(treeOf(reader.run, VIEW)), `cut at byte ${cut} of ${source.path}`).toBe(truth)
  }
  for (const other of mine) rmSync(join(folder, other.path), { force: true })
}

function onlyRun(forest: Forest): Run {
  const [run] = forest.runs.values()
  if (!run) throw new Error('no run')
  return run
}

/** As for a run that somebody owns: its last line may still grow. */
function look(reader: RunReader, source: RecordedSource): void {
  while (!reader.read(source.path, source.spec, { isFinished: false })) {
    // Read on.
  }
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), bytes)
}
