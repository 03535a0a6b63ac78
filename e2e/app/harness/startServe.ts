import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { readLines } from '../../../test/harness/readLines'
import { keepTrack, UNDERSTORY } from '../../../test/harness/runCli'
import type { Environment } from '../../../test/harness/workspace'

export interface Served {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const NOBODY = 65_534

/** A home that another user may write to, and the folder that holds it. */
function giveAway(env: Environment): void {
  const home = env['HOME'] ?? ''
  chmodSync(dirname(home), 0o755)
  for (const folder of [home, env['UNDERSTORY_HOME'] ?? home]) {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, NOBODY, NOBODY)
  }
}

/** `understory serve`: resolves when it says where it listens. `isNobody`: as a user without rights, which only root may arrange. */
export async function startServe(env: Environment, port = 0, isNobody = false): Promise<Served> {
  if (isNobody) giveAway(env)
  const identity = isNobody ? { uid: NOBODY, gid: NOBODY } : {}
  const args = ['serve', '--port', String(port), '--json']
  const child = keepTrack(
    spawn(UNDERSTORY, args, { cwd: tmpdir(), env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], ...identity }),
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    readLines(child.stdout, (line) => {
      const said = JSON.parse(line) as { kind?: unknown; url?: unknown }
      if (said.kind === 'listening' && typeof said.url === 'string') resolve(said.url)
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`serve ended with ${code}: ${stderr.slice(0, 500)}`)))
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await gone
    clearTimeout(timer)
  }
  return { url, pid: child.pid ?? 0, stop }
}
