// The transcript of a 200 MB session: opened at its end, then pages anywhere. `paging <root> <session>`.
import { RunUri } from '../src/shared/ids'
import { benchProvider, openBench, scratchFolder } from './measure/openBench'
import { quantile, report, rssMb } from './measure/report'

const PAGE = 50
const PAGES = 40
const [, , root = '', session = ''] = process.argv
const provider = benchProvider()
const engine = await openBench(root, scratchFolder())
const target = { run: RunUri.parse(`${provider.id}://${session}`), key: null }
const tailBegan = performance.now()
const tail = await engine.tail(target, PAGE)
const tailMs = performance.now() - tailBegan
if (!tail.ok) throw new Error(tail.failure.message)
const pageMs: number[] = []
let openMs = 0
let total = 0
let bytes = 0
for (let i = 0; i <= PAGES; i++) {
  // The first is the end of the transcript; the others are spread over it in a fixed order.
  const before = i === 0 ? null : PAGE + Math.floor(((i * 0.618034) % 1) * (total - PAGE))
  const began = performance.now()
  const page = await engine.transcript(target, { before, limit: PAGE })
  const ms = performance.now() - began
  if (!page.ok) throw new Error(page.failure.message)
  total = page.value.total
  if (i === 0) openMs = ms
  else pageMs.push(ms)
  if (i === 0) bytes = JSON.stringify(page.value).length
}
await engine.close()
report({
  tailMs,
  openMs,
  p50: quantile(pageMs, 0.5),
  p99: quantile(pageMs, 0.99),
  items: total,
  pageBytes: bytes,
  rssMb: rssMb(),
})
