// Records appended to one of ten thousand watched rollouts: time until the frame is out. `following <root> <perSecond> <count>`.
import { appendFileSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sharedNowMs } from './measure/appendRecord'
import { openBench, scratchFolder } from './measure/openBench'
import { cpuMs, quantile, report, sleep } from './measure/report'

const [, , corpus = '', perSecond = '10', count = '100'] = process.argv
const root = join(scratchFolder(), 'root')
cpSync(corpus, root, { recursive: true, preserveTimestamps: true })
const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('000000000000.jsonl')) ?? ''
const run = path.slice(-'00000000-0000-0000-0000-000000000000.jsonl'.length, -'.jsonl'.length)
const engine = await openBench(root, join(root, '..', 'state'), 'codex')
const seen: { readonly requests: number; readonly at: number }[] = []
const watch = await engine.watch(null, (frame) => {
  const agent = frame.agents.find((one) => one.key === run)
  if (agent) seen.push({ requests: agent.usage.own.requests, at: sharedNowMs() })
})

const append = (n: number): void => {
  const usage = { input_tokens: n, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0, total_tokens: n + 1 }
  const payload = { usage, thread_id: run, session_id: run }
  const line = { timestamp: new Date().toISOString(), ordinal: 1000 + n, type: 'token_usage_record', payload }
  appendFileSync(join(root, path), `${JSON.stringify(line)}\n`)
}

// The first word takes the run up; those after it are what is measured.
append(0)
while (seen.length === 0) await sleep(20)
const before = seen.at(-1)?.requests ?? 0
const cpu = process.cpuUsage()
const sent: number[] = []
for (let n = 1; n <= Number(count); n++) {
  await sleep(1000 / Number(perSecond))
  sent.push(sharedNowMs())
  append(n)
}
const limit = performance.now() + 5000
while ((seen.at(-1)?.requests ?? 0) < before + Number(count) && performance.now() < limit) await sleep(20)
const latencies = sent.flatMap((at, i) => {
  const frame = seen.find((one) => one.requests >= before + i + 1)
  return frame ? [frame.at - at] : []
})
report({
  p50: quantile(latencies, 0.5),
  p95: quantile(latencies, 0.95),
  max: Math.max(...latencies),
  lost: Number(count) - latencies.length,
  cpuPerAppendMs: cpuMs(cpu) / Number(count),
})
await watch.close()
await engine.close()
