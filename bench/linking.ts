// 10 000 agents in one run: load and link, link again, one new agent, one plain append: `linking <root>`.
import { applyTo, takeRunPatch, treeOf } from '../src/core/model/forest'
import { buildCatalog } from '../src/engine/catalog'
import { loadRun } from '../src/engine/summariseRun'
import { benchProvider, benchView } from './measure/openBench'
import { quantile, report } from './measure/report'

const ROUNDS = 15
const provider = benchProvider()
const catalog = buildCatalog({ provider, root: process.argv[2] ?? '', store: null })
const [entry] = catalog.runs.values()
if (!entry) throw new Error('the corpus holds no run')
const timed = (work: () => unknown): number => {
  const began = performance.now()
  work()
  return performance.now() - began
}
const loadMs: number[] = []
const linkMs: number[] = []
let reader = loadRun(catalog, entry.id, entry.files.values())
for (let round = 0; round < 3; round++) {
  loadMs.push(timed(() => (reader = loadRun(catalog, entry.id, entry.files.values()))))
  linkMs.push(timed(() => treeOf(reader.run, benchView())))
}
const { run } = reader
const mainPath = [...entry.files.values()].find((file) => file.spec.role === 'main')?.path ?? ''
const agentPath = [...entry.files.values()].find((file) => file.spec.role === 'agent')?.path ?? ''
const agent = catalog.files.get(agentPath)?.spec.agent ?? ''
const relinkMs: number[] = []
for (let round = 0; round < 5; round++) {
  // A changed setting makes everything derived doubtful, as `setOrigin` and `setLiveness` do.
  run.dirty = 'all'
  relinkMs.push(timed(() => treeOf(run, benchView(1000 + round))))
}
const view = benchView()
const shown = new Set<string>()
takeRunPatch(run, shown, view, 0)
const structuralMs: number[] = []
const appendMs: number[] = []
let largestPatch = 0
const at = Date.UTC(2026, 10, 30)
const says = {
  name: 'Agent',
  sure: true,
  type: 'Plan',
  agentName: null,
  description: 'late',
  prompt: null,
  background: false,
  continues: null,
}
for (let round = 0; round < ROUNDS; round++) {
  const call = `toolu_late${round}`
  structuralMs.push(
    timed(() => {
      applyTo(run, mainPath, { kind: 'agent_called', call, thread: run.id, at: at + round, says }, 1e6 + round)
      takeRunPatch(run, shown, view, 0)
    }),
  )
  appendMs.push(
    timed(() => {
      applyTo(run, agentPath, { kind: 'item_added', thread: agent, at: at + round, label: `step ${round}` }, 1e6 + round)
      largestPatch = Math.max(largestPatch, takeRunPatch(run, shown, view, 0).agents.length)
    }),
  )
}
report({
  agents: shown.size,
  loadMs: Math.min(...loadMs),
  linkMs: Math.min(...linkMs),
  relinkMs: Math.min(...relinkMs),
  structuralMs: quantile(structuralMs, 0.5),
  appendMs: quantile(appendMs, 0.5),
  largestPatch,
})
