// A writer commits to a database of many sessions that an engine watches: time until the frame is out. `seeing <root> <perSecond> <seconds>`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sharedNowMs } from './measure/appendRecord'
import { openBench, scratchFolder } from './measure/openBench'
import { cpuMs, quantile, report, sleep } from './measure/report'
import { WRITTEN } from './measure/storeWriter'

const [, , root = '', perSecond = '50', seconds = '6'] = process.argv
const engine = await openBench(root, join(scratchFolder(), 'state'), 'opencode')
const seen: { readonly tools: number; readonly at: number }[] = []
const watch = await engine.watch(null, (frame) => {
  const agent = frame.agents.find(({ key }) => key === WRITTEN)
  if (agent) seen.push({ tools: agent.tools, at: sharedNowMs() })
})
// Until all that was there has been read.
await sleep(3000)
const cpu = process.cpuUsage()
const writer = fork(new URL('storing.mjs', import.meta.url), ['write', root, perSecond, seconds])
const ended = once(writer, 'exit')
// Only `write` sends, and only this.
const [{ times, tookMs }] = (await once(writer, 'message')) as [{ readonly times: readonly number[]; readonly tookMs: number }]
const usedPercent = (cpuMs(cpu) / tookMs) * 100
await ended
// Each call is written four times: the first is what can be told from those before it. That of the very first stands before the watch knows the session.
const calls = times.filter((_, n) => n % 4 === 0).map((at, n) => ({ at, tools: n + 1 }))
const late = calls.slice(1).flatMap(({ at, tools }) => {
  const frame = seen.find((one) => one.tools >= tools)
  return frame ? [frame.at - at] : []
})
report({
  p50Ms: quantile(late, 0.5),
  p95Ms: quantile(late, 0.95),
  maxMs: Math.max(...late),
  lost: calls.length - 1 - late.length,
  usedPercent,
})
await watch.close()
await engine.close()
