import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/project.mjs'

const cache = join(projectRoot, '.cache', 'bench')
const node = join(projectRoot, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** The system's C compiler; another one with CC. */
export const compiler = process.env['CC'] || 'cc'
const understory = join(projectRoot, 'bin', 'understory')

/** Runs one measurement in a process of its own and returns what it reports, line by line. @param {string} name @param {...(string | number)} args */
export function measure(name, ...args) {
  const script = join(cache, 'out', `${name}.mjs`)
  const options = { cwd: projectRoot, encoding: /** @type {const} */ ('utf8'), maxBuffer: 1 << 28 }
  const { stdout, stderr, status } = spawnSync(node, ['--expose-gc', ...productFlags(), script, ...args.map(String)], options)
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${status}: ${stderr.slice(0, 500)}`)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** What the launcher tells V8 about memory holds for the measurements too. */
function productFlags() {
  return (
    readFileSync(understory, 'utf8')
      .match(/--max-semi-space-size=\d+/)
      ?.slice(0, 1) ?? []
  )
}

/** The C compiler's programs by name; null where there is no compiler. @param {'limit' | 'dropCache'} name */
export function compiled(name) {
  const program = join(cache, name)
  mkdirSync(cache, { recursive: true })
  const made = spawnSync(compiler, ['-O2', '-pthread', '-o', program, join(projectRoot, 'bench', `${name}.c`)])
  return made.status === 0 ? program : null
}

/** `read` + `memchr` over a list of files, in ms. @param {string} program @param {string} list @param {number} threads */
export function readLimit(program, list, threads, repetitions = 1) {
  const { stdout } = spawnSync(program, [list, String(threads), String(repetitions)], { encoding: 'utf8' })
  const rounds = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return Math.min(...rounds.map((round) => round.ms))
}

/** A folder for the product's state; `isFresh`: nothing is in it. */
export function stateFolder() {
  const base = join(cache, 'scratch')
  mkdirSync(base, { recursive: true })
  return mkdtempSync(join(base, 'state-'))
}

/**
 * The real program from its start to its end: time to the first byte on stdout, wall time, and the most memory it held.
 * @param {string[]} args @param {string} root @param {string} state @param {string} variable the one that says where the product's files are
 * @returns {Promise<{ firstMs: number, wallMs: number, peakMb: number }>}
 */
export function runProduct(args, root, state, variable = 'CLAUDE_CONFIG_DIR') {
  const nowhere = join(cache, 'nowhere')
  const env = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: nowhere,
    CLAUDE_CONFIG_DIR: nowhere,
    CODEX_HOME: nowhere,
    XDG_DATA_HOME: nowhere,
    UNDERSTORY_HOME: state,
    [variable]: root,
  }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let firstMs = 0
    let peakMb = 0
    const child = spawn(understory, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const watching = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), 10)
    child.stdout.on('data', () => {
      if (firstMs === 0) firstMs = performance.now() - began
    })
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(watching)
      if (code === 0) resolve({ firstMs, wallMs: performance.now() - began, peakMb })
      else reject(new Error(`understory ${args.join(' ')} ended with ${code}`))
    })
  })
}

/** @param {number | undefined} pid */
function peakOf(pid) {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1000
  } catch {
    return 0
  }
}

/** Paths of a corpus's transcripts, one a line, for the readers that take a list. @param {string} name @param {readonly string[]} paths */
export function writeList(name, paths) {
  const path = join(cache, `${name}.list`)
  writeFileSync(path, `${paths.join('\n')}\n`)
  return path
}

/** Best of several rounds in which every contender has its turn, so that foreign load meets all of them. */
export async function takeTurns(rounds, contenders) {
  /** @type {Record<string, any>} */
  const best = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const result = await run()
      const value = typeof result === 'number' ? { ms: result } : result
      best[name] = better(best[name] ?? value, value)
    }
  }
  return best
}

/** What is counted, not timed: here the worst round counts. */
const COUNTS = new Set(['lost', 'faults'])

function better(known, value) {
  const merged = { ...known }
  for (const [key, one] of Object.entries(value)) {
    if (typeof one === 'number') merged[key] = COUNTS.has(key) ? Math.max(known[key], one) : Math.min(known[key], one)
  }
  return merged
}

/** @param {string} folder */
export function discard(folder) {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
