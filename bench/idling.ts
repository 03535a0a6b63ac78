// What watching costs while nothing happens: `idling <root> <seconds> [provider]`. Counts the whole process, timers and all.
import { openBench, scratchFolder } from './measure/openBench'
import { cpuMs, report, rssMb, sleep } from './measure/report'

const [, , root = '', seconds = '10', provider] = process.argv
const engine = await openBench(root, scratchFolder(), provider)
const listed = performance.now()
await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
const listMs = performance.now() - listed
const listRssMb = rssMb()
const opened = performance.now()
const watch = await engine.watch(null, () => undefined)
const openMs = performance.now() - opened
// The collector still tidies up after the first reading, for half a minute: that is no watching. The app does the same by itself.
global.gc?.()
await sleep(4000)
const cpu = process.cpuUsage()
const began = performance.now()
await sleep(Number(seconds) * 1000)
const used = cpuMs(cpu)
const elapsed = performance.now() - began
global.gc?.()
report({
  listMs,
  listRssMb,
  openMs,
  idlePercent: (used / elapsed) * 100,
  rssMb: rssMb(),
  heapMb: process.memoryUsage().heapUsed / 1e6,
})
await watch.close()
await engine.close()
