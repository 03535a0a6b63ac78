import { spawn } from 'node:child_process'
import { readLines } from '../test/harness/readLines'
import { keepTrack } from '../test/harness/runCli'
import type { Environment } from '../test/harness/workspace'
import type { InstalledCli } from './installCli'

export interface ProgramPlan {
  readonly cli: InstalledCli
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
}

/** A CLI at work, and what it says line by line. */
export interface RunningProgram<Line> {
  readonly lines: readonly Line[]
  readonly pid: number
  /** Resolves as soon as a line passes; rejects when the CLI ends without one. */
  line(what: string, test: (line: Line) => boolean): Promise<Line>
  interrupt(): void
  kill(): void
  /** Resolves with the exit code once the CLI has ended; null: a signal did it. */
  readonly ended: Promise<number | null>
  stderr(): string
}

/** Starts a CLI without a standard input: an open pipe there is read to its end by some before they begin. */
export function startProgram<Line>({ cli, args, cwd, env }: ProgramPlan, parse: (text: string) => Line): RunningProgram<Line> {
  const path = [...cli.folders, env['PATH'] ?? ''].join(':')
  const child = keepTrack(
    spawn(cli.program, [...cli.leading, ...args], { cwd, env: { ...env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  readLines(child.stdout, (text) => {
    lines.push(parse(text))
    for (const look of [...waiting]) look()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const line = (what: string, test: (line: Line) => boolean) =>
    new Promise<Line>((resolve, reject) => {
      const look = () => {
        const found = lines.find(test)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      ended.then((code) => reject(new Error(`the CLI ended with ${code} before ${what}: ${stderr.slice(0, 400)}`)))
    })
  const send = (signal: NodeJS.Signals) => () => void child.kill(signal)
  return { lines, pid: child.pid ?? 0, line, interrupt: send('SIGINT'), kill: send('SIGKILL'), ended, stderr: () => stderr }
}
