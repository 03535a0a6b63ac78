// What the conversations' database of one product costs us and its writer. `storing make|list|idle|follow|rate <folder> …`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openOpencodeStore } from '../src/connect/opencode/store/openOpencodeStore'
import type { StoreCursor } from '../src/core/sourceStore'
import { sharedNowMs } from './measure/appendRecord'
import { cpuMs, quantile, report, rssMb, sleep } from './measure/report'
import { makeStore } from './measure/storeCorpus'
import { openStoreWriter, WRITTEN } from './measure/storeWriter'

interface Committed {
  readonly times: readonly number[]
  readonly tookMs: number
}

/** The other process. `perSecond` 0: as fast as it can. */
async function write(folder: string, perSecond: number, seconds: number): Promise<void> {
  const writer = openStoreWriter(join(folder, 'opencode.db'))
  const times: number[] = []
  const began = sharedNowMs()
  for (let n = 0; sharedNowMs() - began < seconds * 1000; n++) {
    const wait = perSecond === 0 ? 0 : began + (n * 1000) / perSecond - sharedNowMs()
    if (wait > 0.5) await sleep(wait)
    writer.commit(n)
    times.push(sharedNowMs())
  }
  const committed: Committed = { times, tookMs: sharedNowMs() - began }
  await new Promise((sent) => process.send?.(committed, sent))
  process.disconnect()
  // What it wrote is gone once it closes: whoever watches must have seen it.
  await sleep(500)
  writer.close()
}

/** As the engine follows a conversation: every hint is a look and a reading. */
function follow(folder: string) {
  const path = `opencode.db/${WRITTEN}`
  const store = openOpencodeStore({ root: folder, variables: {} })
  const seen: { size: number; at: number }[] = []
  let cursor: StoreCursor | null = null
  store.list()
  const watch = store.watch((hinted) => {
    const source = hinted === path ? store.look(path) : null
    if (!source) return
    seen.push({ size: source.size, at: sharedNowMs() })
    const reading = store.read(path, cursor, { onReplaced: () => undefined, onRecord: () => undefined })
    if (reading.kind === 'read') cursor = reading.cursor
  })
  const close = (): void => {
    watch.close()
    store.close()
  }
  return { seen, store, close }
}

async function startWriter(folder: string, perSecond: number, seconds: number): Promise<Committed> {
  const writer = fork(new URL(import.meta.url), ['write', folder, String(perSecond), String(seconds)])
  const ended = once(writer, 'exit')
  // Only `write` sends, and only this.
  const [committed] = (await once(writer, 'message')) as [Committed]
  await ended
  return committed
}

function list(folder: string) {
  const took = (work: () => void): number => {
    const began = performance.now()
    work()
    return performance.now() - began
  }
  const store = openOpencodeStore({ root: folder, variables: {} })
  const values = { firstMs: took(() => store.list()), againMs: took(() => store.list()), rssMb: rssMb() }
  store.close()
  return values
}

async function idle(folder: string, seconds: number) {
  const { store, close } = follow(folder)
  await sleep(1000)
  const cpu = process.cpuUsage()
  const began = performance.now()
  await sleep(seconds * 1000)
  const idlePercent = (cpuMs(cpu) / (performance.now() - began)) * 100
  const asked = performance.now()
  for (let i = 0; i < 2000; i++) store.look(`opencode.db/${WRITTEN}`)
  const lookUs = (performance.now() - asked) / 2
  close()
  return { idlePercent, lookUs, rssMb: rssMb() }
}

async function latency(folder: string, perSecond: number, seconds: number) {
  const { seen, close } = follow(folder)
  await sleep(500)
  const cpu = process.cpuUsage()
  const { times, tookMs } = await startWriter(folder, perSecond, seconds)
  const usedPercent = (cpuMs(cpu) / tookMs) * 100
  await sleep(300)
  close()
  const late = times.flatMap((at, n) => {
    const one = seen.find(({ size }) => size > n)
    return one ? [one.at - at] : []
  })
  return {
    events: times.length,
    lost: times.length - late.length,
    p50Ms: quantile(late, 0.5),
    p95Ms: quantile(late, 0.95),
    usedPercent,
  }
}

async function rate(folder: string, seconds: number, isWatched: boolean) {
  const watcher = isWatched ? fork(new URL(import.meta.url), ['watch', folder]) : null
  if (watcher) await once(watcher, 'message')
  const { times, tookMs } = await startWriter(folder, 0, seconds)
  if (watcher) {
    const ended = once(watcher, 'exit')
    watcher.send('end')
    await ended
  }
  return { perCommitUs: (tookMs * 1000) / times.length }
}

function stayWatching(folder: string): void {
  const { close } = follow(folder)
  process.send?.('ready')
  process.once('message', () => {
    close()
    process.disconnect()
  })
}

const [, , part = '', folder = '', first = '10', second = '10'] = process.argv
if (part === 'make') report({ ...makeStore(folder) })
if (part === 'list') report(list(folder))
if (part === 'idle') report(await idle(folder, Number(first)))
if (part === 'follow') report(await latency(folder, Number(first), Number(second)))
if (part === 'rate') report(await rate(folder, Number(first), second === 'watched'))
if (part === 'write') await write(folder, Number(first), Number(second))
if (part === 'watch') stayWatching(folder)
