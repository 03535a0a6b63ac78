#!/usr/bin/env node
// Corpora for the benchmarks, the same bytes every time. `node bench/corpus.mjs [name …]` makes them in .cache/bench/corpora.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Chance } from './corpus/chance.mjs'
import { writeRollouts } from './corpus/writeRollouts.mjs'
import { writeRun } from './corpus/writeRun.mjs'

const home = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'bench', 'corpora')
/** Raised whenever the same parameters would give other bytes. */
const FORMAT = 4
const FIRST_DAY = Date.UTC(2026, 8, 1)
const DAY_MS = 86_400_000

const common = { projects: 40, depth: 3, agents: 3, layout: 'mixed', lines: 'short', running: 0.05, seed: 1 }
const one = { ...common, projects: 1, runs: 1, layout: 'new', running: 0 }

/** `agents` is the mean per run; `spread` how unequal the runs are. */
export const corpora = {
  rollouts10000: { rollouts: 10_000, seed: 1 },
  gigabyte: { ...common, runs: 2000, bytes: 1_000_000_000, spread: 0.8 },
  longLines: { ...common, runs: 700, bytes: 1_000_000_000, spread: 0.8, lines: 'long' },
  files5000: { ...common, runs: 1250, bytes: 120_000_000, spread: 0.5, layout: 'new' },
  files20000: { ...common, runs: 5000, bytes: 60_000_000, spread: 0.3, layout: 'new' },
  session20: { ...one, agents: 20, bytes: 25_000_000, mainBytes: 20_000_000 },
  session200: { ...one, agents: 40, bytes: 217_000_000, mainBytes: 200_000_000 },
  agents1000: { ...one, agents: 1000, bytes: 8_000_000, mainBytes: 1_000_000 },
  agents20000: { ...one, agents: 20_000, bytes: 60_000_000, mainBytes: 8_000_000 },
  runs10000: { ...common, runs: 10_000, agents: 0, bytes: 45_000_000, spread: 0.3 },
  agents10000: { ...one, agents: 10_000, bytes: 50_000_000, mainBytes: 5_000_000 },
}

/** Makes the corpus where it is not there yet; returns its folder and what is in it. @param {keyof typeof corpora} name */
export function ensureCorpus(name) {
  const folder = join(home, name)
  const wanted = JSON.stringify({ format: FORMAT, ...corpora[name] })
  const known = readManifest(folder)
  if (known?.parameters === wanted) return { folder, ...known }
  rmSync(folder, { recursive: true, force: true })
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  const made = { parameters: wanted, ...makeCorpus(making, corpora[name]) }
  writeFileSync(join(making, 'manifest.json'), JSON.stringify(made))
  // Renamed when whole: a corpus that was cut off does not count.
  renameSync(making, folder)
  return { folder, ...made }
}

/** A copy that a measurement may write to is made anew from the same seed. @param {string} folder @param {object} parameters */
export function makeCorpus(folder, parameters) {
  if ('rollouts' in parameters) return writeRollouts(folder, parameters)
  const chance = new Chance(parameters.seed)
  mkdirSync(folder, { recursive: true })
  const sum = { bytes: 0, lines: 0, files: 0, agents: 0 }
  const runs = []
  for (let i = 0; i < parameters.runs; i++) {
    const factor = parameters.spread ? chance.size(1000, parameters.spread) / 1000 / Math.exp(parameters.spread ** 2 / 2) : 1
    const made = writeRun(
      { ...parameters, ...planOf(i, parameters, chance), root: folder, bytes: bytesOf(parameters, factor) },
      chance,
    )
    runs.push(made.session)
    for (const key of Object.keys(sum)) sum[key] += made[key]
  }
  return { ...sum, runs }
}

function bytesOf({ bytes, runs }, factor) {
  return Math.max(4000, (bytes / runs) * factor)
}

function planOf(i, { runs, projects, agents, layout, running }, chance) {
  return {
    project: i % projects,
    at: FIRST_DAY + Math.floor((i / runs) * 60 * DAY_MS),
    agents: runs === 1 ? agents : chance.int(0, agents * 2),
    layout: layout === 'mixed' ? (i % 2 ? 'new' : 'old') : layout,
    hasRunning: chance.next() < running,
  }
}

function readManifest(folder) {
  const path = join(folder, 'manifest.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(corpora)
  for (const name of names) {
    const began = performance.now()
    const { bytes, lines, files, agents } = ensureCorpus(name)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const mean = Math.round(bytes / lines)
    console.log(
      `${name}: ${(bytes / 1e6).toFixed(0)} MB, ${files} files, ${agents} agents, ${lines} lines of ${mean} B, ${seconds} s`,
    )
  }
}
