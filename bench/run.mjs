#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
// `npm run bench [section …]`: measures everything, prints the table and writes bench/RESULTS.md (only a complete run writes).
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, projectRoot } from '../scripts/project.mjs'
import { bundleMeasurements } from './bundle.mjs'
import { compiler } from './sections/children.mjs'
import { coldIndex } from './sections/coldIndex.mjs'
import { opencode } from './sections/opencode.mjs'
import { page, pageParts } from './sections/page.mjs'
import { database, rollouts } from './sections/products.mjs'
import { appends, transcripts } from './sections/sessions.mjs'
import { idling, laterStart, linking, losses } from './sections/trees.mjs'
import { uncached } from './sections/uncached.mjs'

const sections = {
  coldIndex: () => coldIndex('gigabyte'),
  longLines: () => coldIndex('longLines'),
  uncached,
  laterStart,
  appends,
  transcripts,
  linking,
  idling,
  losses,
  rollouts,
  database,
  opencode,
  page,
}

/** Asked for one by one: a part of a section. */
const parts = Object.fromEntries(Object.entries(pageParts).map(([name, part]) => [`page:${name}`, part]))

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(sections)
if (!ensureBuilt()) process.exit(1)
await bundleMeasurements()
const loads = [loadavg()[0]]
/** @type {string[]} */
const blocks = []
for (const name of names) {
  const section = sections[/** @type {keyof typeof sections} */ (name)] ?? parts[name]
  if (!section) throw new Error(`no section ${name}; there are ${Object.keys({ ...sections, ...parts }).join(', ')}`)
  const began = performance.now()
  const block = tableOf(name, await section())
  loads.push(loadavg()[0])
  blocks.push(block)
  console.log(`${block}(${((performance.now() - began) / 1000).toFixed(0)} s, load ${loads.at(-1)?.toFixed(2)})\n`)
}
if (wanted.length === 0) writeFileSync(join(projectRoot, 'bench', 'RESULTS.md'), `${preface()}\n${blocks.join('\n')}`)

/** @param {string} name @param {import('./sections/row.mjs').Row[]} rows */
function tableOf(name, rows) {
  const head = '| what | measured | ratio | budget | verdict | others (measured elsewhere) |\n|---|---|---|---|---|---|\n'
  const lines = rows.map((r) => `| ${r.what} | ${r.measured} | ${r.ratio} | ${r.budget} | ${r.verdict} | ${r.rivals} |\n`)
  return `## ${name}\n\n${head}${lines.join('')}`
}

function preface() {
  const cc = spawnSync(compiler, ['-dumpfullversion'], { encoding: 'utf8' }).stdout?.trim() ?? 'none'
  const version = process.version
  const low = Math.min(...loads).toFixed(1)
  const high = Math.max(...loads).toFixed(1)
  const memory = Math.round(totalmem() / 1e9)
  return `# Benchmark results

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} shared cores (${cpus()[0]?.model.trim()}), ${memory} GB, ${type()} ${release().split('-')[0]}, Node ${version}, C compiler ${cc}.
Load average ${low}–${high}: the machine is not ours alone. Each figure is the best of three rounds in which all contenders took turns (idle CPU and losses: one), both sides of a ratio from the same run. **Compare ratios, not milliseconds.**
The corpora are made by \`node bench/corpus.mjs\` from one seed; their records follow the recordings, their text is synthetic.
The others' figures were measured on another day, on a machine of the same class, over their own API, with a corpus of the same shape: 1.09 GB, 2 000 sessions, and one session of 200 MB.
A budget in µs per line and one in percent of the C limit say the same only at one length of line: at 2.7 KB per line 20 % of the limit means 1 to 1.6 µs per line, at 6.2 KB 2 to 2.6 µs. Both corpora are measured (coldIndex, longLines).
`
}
