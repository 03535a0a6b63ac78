// The complete index of a root, from nothing, in this process: `indexing <root> <workers|alone>`.
import { buildCatalog } from '../src/engine/catalog'
import { refreshIndex } from '../src/engine/refreshIndex'
import { EMPTY_INDEX } from '../src/engine/rowIndex'
import { benchProvider, benchView, benchWorker } from './measure/openBench'
import { cpuMs, report, rssMb } from './measure/report'

const [, , root = '', lanes = 'workers'] = process.argv
const catalog = buildCatalog({ provider: benchProvider(), root, store: null })
const cpu = process.cpuUsage()
const began = performance.now()
const { summaries } = await refreshIndex(catalog, EMPTY_INDEX, {
  view: benchView(),
  outside: { variables: {} },
  workerScript: lanes === 'workers' ? benchWorker() : null,
  signal: new AbortController().signal,
  only: null,
  rootRecord: () => null,
})
const ms = performance.now() - began
report({ ms, cpuMs: cpuMs(cpu), rssMb: rssMb(), runs: summaries.size })
