import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/project.mjs'

const understory = join(projectRoot, 'bin', 'understory')

/** A copy of a corpus that a measurement may write to, with a home around it. @param {string} corpus */
export function makeHome(corpus) {
  const base = join(projectRoot, '.cache', 'bench', 'scratch')
  mkdirSync(base, { recursive: true })
  const folder = mkdtempSync(join(base, 'page-'))
  const root = join(folder, 'root')
  cpSync(corpus, root, { recursive: true, preserveTimestamps: true })
  return {
    root,
    env: {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      HOME: folder,
      CLAUDE_CONFIG_DIR: root,
      CODEX_HOME: join(folder, 'none'),
      XDG_DATA_HOME: join(folder, 'none'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      UNDERSTORY_HOME: join(folder, 'state'),
    },
    discard: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** A newer run of two lines beside the measured one: a page opens the newest by itself, and a press on what is open already measures nothing. @param {string} root */
export function addOtherRun(root) {
  const session = '00000000-0000-4000-8000-00000000feed'
  const folder = join(root, 'projects', '-home-dev-other')
  mkdirSync(folder, { recursive: true })
  const record = {
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    cwd: '/home/dev/other',
    sessionId: session,
    version: '2.1.206',
    uuid: '00000000-0000-4000-8000-000000000001',
    timestamp: '2026-12-24T00:00:00.000Z',
    message: { role: 'user', content: otherTitle },
  }
  writeFileSync(join(folder, `${session}.jsonl`), `${JSON.stringify(record)}\n`)
}

export const otherTitle = 'The other run'

/** `understory serve` on a home. @param {Record<string, string>} env */
export async function openServed(env) {
  const began = performance.now()
  const child = spawn(understory, ['serve', '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (/** @type {Buffer} */ text) => resolve(JSON.parse(String(text)).url))
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)))
  })
  return {
    url: String(url),
    listeningMs: performance.now() - began,
    rssMb: () => rssMb(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGTERM')
      }),
  }
}

/** What the kernel says a process holds. @param {number} pid */
export function rssMb(pid) {
  const said = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(said) * 1024) / 1e6
}
