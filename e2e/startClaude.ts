import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLines } from '../test/harness/readLines'
import { keepTrack } from '../test/harness/runCli'
import type { Environment, Workspace } from '../test/harness/workspace'
import type { Scenario } from '../test/mocks/anthropic/scenario'
import type { InstalledCli } from './installClaude'

/** One line of the CLI's own stdout, and when it came. Its shape is the CLI's affair: fields are looked at, not trusted. */
export interface StreamLine {
  readonly at: number
  readonly type: string
  readonly [field: string]: unknown
}

export interface RunningClaude {
  readonly lines: readonly StreamLine[]
  readonly pid: number
  /** Resolves as soon as a line passes; rejects when the CLI ends without one. */
  line(what: string, test: (line: StreamLine) => boolean): Promise<StreamLine>
  interrupt(): void
  /** Resolves with the exit code once the CLI has ended. */
  readonly ended: Promise<number | null>
  stderr(): string
}

const SOURCES: Readonly<Record<string, string>> = {
  'README.md': '# acme\n',
  'src/auth.js': "export const login = (user) => user.name\nexport const check = (password) => password === 'x'\n",
  'src/cart.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0)\n',
}

function makeProject(folder: string, scenario: Scenario): void {
  for (const [path, content] of Object.entries({ ...SOURCES, ...scenario.files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  execFileSync('git', ['init', '--quiet', folder], { env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' } })
}

/** Nothing of this machine but the PATH: no person's settings, keys or sessions can be reached. */
function claudeEnvironment({ folder, root, env }: Workspace, modelUrl: string): Environment {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  return {
    PATH: env['PATH'] ?? '',
    HOME: env['HOME'] ?? '',
    LANG: 'C.UTF-8',
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    CLAUDE_CONFIG_DIR: root,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-nothing',
    // Without it uid 0 may not bypass permissions, and there is nobody to ask.
    IS_SANDBOX: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}

function commandLine(scenario: Scenario, sessionId: string): string[] {
  const stream = ['--output-format', 'stream-json', '--verbose']
  return ['-p', scenario.prompt, ...stream, '--permission-mode', 'bypassPermissions', '--session-id', sessionId]
}

/** Starts the real CLI in print mode on a scenario, in a project of its own inside the workspace. */
export function startClaude(
  cli: InstalledCli,
  scenario: Scenario,
  sessionId: string,
  workspace: Workspace,
  modelUrl: string,
): RunningClaude {
  const project = join(workspace.folder, 'acme')
  makeProject(project, scenario)
  const args = [...cli.leading, ...commandLine(scenario, sessionId)]
  const env = claudeEnvironment(workspace, modelUrl)
  const child = keepTrack(spawn(cli.program, args, { cwd: project, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] }))
  const lines: StreamLine[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  readLines(child.stdout, (line) => {
    lines.push({ ...(JSON.parse(line) as { type: string }), at: Date.now() })
    for (const look of [...waiting]) look()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const line = (what: string, test: (line: StreamLine) => boolean) =>
    new Promise<StreamLine>((resolve, reject) => {
      const look = () => {
        const found = lines.find(test)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      ended.then((code) => reject(new Error(`claude ended with ${code} before ${what}: ${stderr.slice(0, 400)}`)))
    })
  return { lines, pid: child.pid ?? 0, line, interrupt: () => child.kill('SIGINT'), ended, stderr: () => stderr }
}
