// What watchers lose, through the whole pipeline: after each hazard every watched agent must be as its files say. Prints how many are not.
import { fork } from 'node:child_process'
import { appendFileSync, readFileSync, renameSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerLine } from './measure/appendRecord'
import { FinalStates, settle } from './measure/finalStates'
import { openBench, scratchFolder } from './measure/openBench'
import { report, sleep } from './measure/report'
import { makeTinyRoot, promptLine, type TinyFile, tinyFile, tinyText, writeTiny } from './measure/tinyRoot'

const OVERFLOW_RUNS = 200
const OVERFLOW_AGENTS = 100
const SETTLE_MS = Number(process.env['BENCH_SETTLE_MS'] ?? 65_000)
const FIRST_OF_MANY = 70_000

type Hazard = (files: readonly TinyFile[], root: string) => Promise<readonly TinyFile[]>

const append = (file: TinyFile, n: number): void => appendFileSync(file.path, answerLine({ ...file, n, bytes: 40 }))

const hazards: Readonly<Record<string, Hazard>> = {
  async 'double append'(files) {
    for (const file of files.slice(0, 30)) {
      append(file, 10)
      await sleep(20)
      append(file, 11)
      await sleep(30)
    }
    return files.slice(0, 30)
  },
  async 'atomic replace'(files) {
    const chosen = files.slice(30, 60)
    for (const file of chosen) {
      writeFileSync(`${file.path}.tmp`, tinyText(file, 3, 7))
      renameSync(`${file.path}.tmp`, file.path)
      await sleep(20)
      append(file, 20)
      await sleep(20)
    }
    return chosen
  },
  async truncate(files) {
    const chosen = files.slice(60, 90)
    for (const file of chosen) {
      truncateSync(file.path, promptLine(file).length)
      await sleep(10)
    }
    return chosen
  },
  async 'new folder'(_, root) {
    const chosen = Array.from({ length: 20 }, (__, i) => tinyFile(root, `fresh-${i}`, 50_000 + i, 0))
    for (const file of chosen) writeTiny(file, 1)
    await sleep(300)
    for (const file of chosen) append(file, 30)
    return chosen
  },
  async 'more runs than are held'(_, root) {
    const runs = Array.from({ length: 400 }, (__, i) => i + FIRST_OF_MANY)
    const mains = runs.map((run) => tinyFile(root, `many-${run % 10}`, run, null))
    const agents = runs.map((run) => tinyFile(root, `many-${run % 10}`, run, 0))
    for (const half of [runs.slice(0, 150), runs.slice(150)]) {
      for (const run of half) for (const file of [mains, agents]) writeTiny(file[run - FIRST_OF_MANY] as TinyFile, 1)
      await sleep(1000)
    }
    // The first runs have been let go by now: what happens to them must be told all the same.
    for (const file of agents.slice(0, 10)) unlinkSync(file.path)
    for (const file of agents.slice(10, 20)) truncateSync(file.path, 0)
    for (const file of agents.slice(20, 30)) append(file, 35)
    return mains
  },
  burst(_, root) {
    const chosen = Array.from({ length: 200 }, (__, i) => tinyFile(root, `burst-${i}`, 60_000 + i, 0))
    for (const file of chosen) writeTiny(file, 1)
    return Promise.resolve(chosen)
  },
}

/** Blocks this thread while another process changes every file: the kernel's queue of events runs over. */
async function overflow(files: readonly TinyFile[]): Promise<void> {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const writer = fork(new URL(import.meta.url), ['write'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  await new Promise((resolve) => writer.once('message', resolve))
  writer.send(files)
  await sleep(50)
  Atomics.wait(done, 0, 0, 6000)
}

async function measure(name: string, root: string, files: readonly TinyFile[], run: Hazard): Promise<string[]> {
  const engine = await openBench(root, scratchFolder())
  const states = new FinalStates()
  const watch = await engine.watch(null, states.take)
  const chosen = await run(files, root)
  const sessions = new Set(chosen.map((file) => file.session))
  const isChanged = (agent: string): boolean => sessions.has(agent.slice(agent.indexOf('://') + 3, agent.indexOf(' ')))
  const { lost, ms } = await settle(states, root, isChanged, SETTLE_MS)
  await watch.close()
  await engine.close()
  report({
    hazard: name,
    changed: chosen.length,
    lost: lost.length,
    settleMs: ms,
    faults: states.faults.length,
    example: lost[0] ?? '',
  })
  return states.faults
}

if (process.argv[2] === 'write') {
  process.send?.('ready')
  process.once('message', (files) => {
    // Trusted: our own parent sent it.
    for (const file of files as TinyFile[]) append(file, 40)
    process.disconnect()
  })
} else {
  const root = join(scratchFolder(), 'root')
  const files = makeTinyRoot(root, 100, 2)
  for (const [name, run] of Object.entries(hazards)) await measure(name, root, files, run)
  const large = join(scratchFolder(), 'root')
  const many = makeTinyRoot(large, OVERFLOW_RUNS, OVERFLOW_AGENTS)
  const queue = readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8').trim()
  await measure(`queue overflow, room for ${queue} events`, large, many, async (all) => {
    await overflow(all)
    return all
  })
}
