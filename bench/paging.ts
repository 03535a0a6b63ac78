// The transcript of a 200 MB session as a page asks for it: its end at once, pages anywhere, what was appended. `paging <root> <session>`.
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../src/engine/engine'
import { transcriptCalls } from '../src/engine/page/transcriptCalls'
import { openCancel } from '../src/shared/cancel'
import { RunUri } from '../src/shared/ids'
import { appendAnswer } from './measure/appendRecord'
import { benchProvider, openBench, scratchFolder } from './measure/openBench'
import { cpuMs, quantile, report, rssMb } from './measure/report'

const PAGE = 50
const PAGES = 40
const APPENDS = 40
const [, , corpus = '', session = ''] = process.argv
const target = { run: RunUri.parse(`${benchProvider().id}://${session}`), key: null }
const { signal } = openCancel()

/** Bytes as they go over the wire. */
function bytesOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer))
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = performance.now()
  const value = await work()
  return { value, ms: performance.now() - began }
}

async function measurePages(engine: Engine) {
  const calls = transcriptCalls(() => engine)
  const tail = await timed(() => calls.readTail({ ...target, limit: PAGE }, signal))
  const open = await timed(() => calls.readTranscript({ ...target, at: { before: null }, limit: PAGE }, signal))
  const { total } = open.value
  const pageMs: number[] = []
  for (let i = 1; i <= PAGES; i++) {
    // Spread over the transcript in a fixed order.
    const before = PAGE + Math.floor(((i * 0.618034) % 1) * (total - PAGE))
    pageMs.push((await timed(() => calls.readTranscript({ ...target, at: { before }, limit: PAGE }, signal))).ms)
  }
  const rss = rssMb()
  const finding = await findAll(engine, 'nowhere to be found')
  return {
    tailMs: tail.ms,
    tailBytes: bytesOf(tail.value),
    openMs: open.ms,
    pageBytes: bytesOf(open.value),
    p50: quantile(pageMs, 0.5),
    p99: quantile(pageMs, 0.99),
    items: total,
    rssMb: rss,
    ...finding,
  }
}

/** A text that is nowhere: everything is searched, a moment's work at a time. */
async function findAll(engine: Engine, text: string) {
  const calls = transcriptCalls(() => engine)
  const parts: number[] = []
  for (let from: number | null = 0; from !== null; ) {
    const begin: number = from
    const { value, ms } = await timed(() => calls.findItems({ ...target, text, from: begin }, signal))
    parts.push(ms)
    from = value.next
  }
  return { findMs: parts.reduce((sum, ms) => sum + ms, 0), findLongestMs: Math.max(...parts) }
}

/** The session grows while it is watched: what a page that shows its end costs for every record. */
async function measureAppends(engine: Engine, path: string) {
  const calls = transcriptCalls(() => engine)
  const watch = await engine.watch(target.run, () => undefined)
  let from = (await calls.readTranscript({ ...target, at: { before: null }, limit: 1 }, signal)).total
  const cpus: number[] = []
  for (let n = 1; n <= APPENDS; n++) {
    appendAnswer(path, { session, agent: null, n })
    const cpu = process.cpuUsage()
    const page = await calls.readTranscript({ ...target, at: { from }, limit: PAGE }, signal)
    cpus.push(cpuMs(cpu))
    if (page.items.length !== 1) throw new Error(`${page.items.length} items after one append`)
    from = page.total
  }
  await watch.close()
  return { appendP50: quantile(cpus, 0.5), appendP99: quantile(cpus, 0.99) }
}

const engine = await openBench(corpus, scratchFolder())
const pages = await measurePages(engine)
await engine.close()

const root = join(scratchFolder(), 'root')
cpSync(corpus, root, { recursive: true, preserveTimestamps: true })
const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${session}.jsonl`)) ?? ''
const growing = await openBench(root, join(root, '..', 'state'))
const appends = await measureAppends(growing, join(root, path))
await growing.close()
report({ ...pages, ...appends, megabytes: statSync(join(root, path)).size / 1e6 })
