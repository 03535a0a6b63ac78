import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCorpus } from '../corpus.mjs'
import { discard, measure, runProduct, stateFolder } from './children.mjs'
import { ms, row } from './row.mjs'

const ROUNDS = 3
const IDLE_SECONDS = 20

/** Ten thousand rollouts, a file each. */
export async function rollouts() {
  const { folder, bytes, files } = ensureCorpus('rollouts10000')
  const label = `${files} rollouts, ${(bytes / 1e6).toFixed(0)} MB`
  const [live] = measure('following', folder, 10, 200)
  const [idle] = measure('idling', folder, IDLE_SECONDS, 'codex')
  return [
    ...(await listRows(label, folder, 'CODEX_HOME')),
    row(
      `${label}: a record appended → frame`,
      `p50 ${ms(live.p50)}, p95 ${ms(live.p95)}, max ${ms(live.max)}, lost ${live.lost}`,
      {
        budget: 'p95 ≤ 150 ms',
        met: live.p95 <= 150 && live.lost === 0,
      },
    ),
    idleRow(label, idle),
  ]
}

/** Fifty thousand conversations in one database of two gigabytes. */
export async function database() {
  const { folder, label } = ensureStore()
  const [idle] = measure('idling', folder, IDLE_SECONDS, 'opencode')
  const [live] = measure('seeing', folder, 50, 6)
  const parent = stateFolder()
  try {
    // The product's variable names the folder above its own.
    symlinkSync(folder, join(parent, 'opencode'))
    return [...(await listRows(label, parent, 'XDG_DATA_HOME')), frameRow(label, live), idleRow(label, idle)]
  } finally {
    discard(parent)
  }
}

function ensureStore() {
  const folder = join(process.cwd(), '.cache', 'bench', 'corpora', 'opencode50000')
  mkdirSync(folder, { recursive: true })
  const [{ sessions, bytes }] = measure('storing', 'make', folder)
  return { folder, label: `${sessions} sessions, ${(bytes / 1e9).toFixed(1)} GB` }
}

/** @param {string} label @param {string} folder @param {string} variable */
async function listRows(label, folder, variable) {
  const firsts = []
  const wholes = []
  const seconds = []
  for (let round = 0; round < ROUNDS; round++) {
    const state = stateFolder()
    firsts.push(await runProduct(['list', '--limit', '20'], folder, state, variable))
    rmSync(state, { recursive: true, force: true })
    wholes.push(await runProduct(['list', '--json'], folder, state, variable))
    seconds.push(await runProduct(['list', '--json'], folder, state, variable))
    discard(state)
  }
  const best = (/** @type {{ wallMs: number, peakMb: number }[]} */ runs) => runs.reduce((a, b) => (a.wallMs < b.wallMs ? a : b))
  const [first, whole, second] = [best(firsts), best(wholes), best(seconds)]
  return [
    row(`${label}: first list, nothing known, process start → end`, `${ms(first.wallMs)}, peak ${first.peakMb.toFixed(0)} MB`, {
      budget: '≤ 1 s',
      met: first.wallMs <= 1000,
    }),
    row(`${label}: every run read`, `${ms(whole.wallMs)}, peak ${whole.peakMb.toFixed(0)} MB`),
    row(`${label}: the same, known from before`, `${ms(second.wallMs)}, peak ${second.peakMb.toFixed(0)} MB`),
  ]
}

/** @param {string} label @param {{ p50Ms: number, p95Ms: number, maxMs: number, lost: number, usedPercent: number }} live */
function frameRow(label, { p50Ms, p95Ms, maxMs, lost, usedPercent }) {
  return row(`${label}: a call committed → frame`, `p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, max ${ms(maxMs)}, lost ${lost}`, {
    budget: 'p95 ≤ 150 ms',
    met: p95Ms <= 150 && lost === 0,
    ratio: `${usedPercent.toFixed(1)} % CPU`,
  })
}

/** @param {string} label @param {{ idlePercent: number, rssMb: number }} idle */
function idleRow(label, { idlePercent, rssMb }) {
  return row(`${label}: watched, nothing happens`, `${idlePercent.toFixed(2)} % of a core, ${rssMb.toFixed(0)} MB`, {
    budget: '< 1 %',
    met: idlePercent < 1,
  })
}
