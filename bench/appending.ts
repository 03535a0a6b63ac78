// One append to a session that is watched: its cost and the time until the frame is out. `appending <root> <session> <perSecond> <count>`.
import { fork } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RunUri } from '../src/shared/ids'
import { appendAnswer, sharedNowMs } from './measure/appendRecord'
import { benchProvider, openBench, scratchFolder } from './measure/openBench'
import { cpuMs, quantile, report, rssMb, sleep } from './measure/report'

interface Sent {
  readonly n: number
  readonly at: number
}

/** The other process: writes at its own pace and says when each line went out. */
async function write(path: string, session: string, perSecond: number, count: number): Promise<void> {
  const sent: Sent[] = []
  const began = sharedNowMs()
  for (let n = 1; n <= count; n++) {
    const due = began + (n * 1000) / perSecond
    const wait = due - sharedNowMs()
    if (wait > 0.5) await sleep(wait)
    const at = sharedNowMs()
    appendAnswer(path, { session, agent: null, n })
    sent.push({ n, at })
  }
  process.send?.(sent)
  process.disconnect()
}

async function measure(corpus: string, session: string, perSecond: number, count: number): Promise<void> {
  const root = join(scratchFolder(), 'root')
  cpSync(corpus, root, { recursive: true, preserveTimestamps: true })
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${session}.jsonl`)) ?? ''
  const engine = await openBench(root, join(root, '..', 'state'))
  const uri = RunUri.parse(`${benchProvider().id}://${session}`)
  const seen: { requests: number; at: number }[] = []
  const opened = performance.now()
  const watch = await engine.watch(uri, (frame) => {
    const rootAgent = frame.agents.find((agent) => agent.key === session)
    if (rootAgent) seen.push({ requests: rootAgent.usage.own.requests, at: sharedNowMs() })
  })
  const openMs = performance.now() - opened
  const before = seen.at(-1)?.requests ?? 0
  await sleep(1500)
  const idle = process.cpuUsage()
  await sleep(2000)
  const idlePerMs = cpuMs(idle) / 2000
  const cpu = process.cpuUsage()
  const began = performance.now()
  const writer = fork(new URL(import.meta.url), ['write', join(root, path), session, String(perSecond), String(count)])
  const sent = await new Promise<Sent[]>((resolve) => writer.once('message', (message) => resolve(message as Sent[])))
  const limit = performance.now() + 5000
  while ((seen.at(-1)?.requests ?? 0) < before + count && performance.now() < limit) await sleep(20)
  const used = cpuMs(cpu) - idlePerMs * (performance.now() - began)
  const latencies = sent.flatMap(({ n, at }) => {
    const frame = seen.find((one) => one.requests >= before + n)
    return frame ? [frame.at - at] : []
  })
  report({
    openMs,
    cpuPerAppendMs: used / count,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: Math.max(...latencies),
    lost: count - latencies.length,
    frames: seen.length,
    rssMb: rssMb(),
  })
  await watch.close()
  await engine.close()
}

const [, , first = '', second = '', third = '', fourth = '', fifth = ''] = process.argv
if (first === 'write') await write(second, third, Number(fourth), Number(fifth))
else await measure(first, second, Number(third), Number(fourth))
