import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRow, TreeView } from '../../src/shared/views'
import { PROJECT } from './recordings'
import type { Environment } from './workspace'

export const UNDERSTORY = join(PROJECT, 'bin', 'understory')

export interface CliResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly cwd?: string
  readonly timeoutMs?: number
  /** Runs the program as another user; only root may. */
  readonly uid?: number
}

/** Tools the tests start are ended with them, should a test be cut short: by their own process objects only. */
const started = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

export function keepTrack<T extends ChildProcess>(child: T): T {
  started.add(child)
  child.once('close', () => started.delete(child))
  return child
}

/** Runs the real program to its end. */
export function runCli(args: readonly string[], env: Environment, options: CliOptions = {}): Promise<CliResult> {
  const { cwd = tmpdir(), timeoutMs = 60_000, uid } = options
  const identity = uid === undefined ? {} : { uid, gid: uid }
  return new Promise((resolve, reject) => {
    const child = keepTrack(spawn(UNDERSTORY, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], ...identity }))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`understory ${args.join(' ')} did not end within ${timeoutMs} ms; stderr: ${stderr}`))
    }, timeoutMs)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new Error(`${UNDERSTORY} cannot be started; is the project built? ${error.message}`))
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, stdout, stderr })
    })
  })
}

async function readJson(args: readonly string[], env: Environment): Promise<unknown> {
  const result = await runCli(args, env)
  if (result.code !== 0) {
    throw new Error(`understory ${args.join(' ')} ended with ${result.code ?? result.signal}: ${result.stderr.slice(0, 500)}`)
  }
  return JSON.parse(result.stdout)
}

/** A fresh process's answer. The shape is judged by `treeInvariants`, not trusted here. */
export async function readTree(uri: string, env: Environment): Promise<TreeView> {
  return (await readJson(['tree', uri, '--json'], env)) as TreeView
}

export async function readList(env: Environment, args: readonly string[] = []): Promise<RunRow[]> {
  return (await readJson(['list', '--json', ...args], env)) as RunRow[]
}
