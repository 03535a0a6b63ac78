import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, Workspace } from '../test/harness/workspace'
import type { Scenario } from '../test/mocks/anthropic/scenario'
import type { InstalledCli } from './installCli'
import { makeProject } from './makeProject'
import { type RunningProgram, startProgram } from './startProgram'

/** One line of the CLI's own stdout, and when it came. Its shape is the CLI's affair: fields are looked at, not trusted. */
export interface StreamLine {
  readonly at: number
  readonly type: string
  readonly [field: string]: unknown
}

export type RunningClaude = RunningProgram<StreamLine>

export function parseStreamLine(text: string): StreamLine {
  return { ...(JSON.parse(text) as { type: string }), at: Date.now() }
}

const SOURCES: Readonly<Record<string, string>> = {
  'README.md': '# acme\n',
  'src/auth.js': "export const login = (user) => user.name\nexport const check = (password) => password === 'x'\n",
  'src/cart.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0)\n',
}

/** Nothing of this machine but the PATH: no person's settings, keys or sessions can be reached. */
export function claudeEnvironment({ folder, root, env }: Workspace, modelUrl: string): Environment {
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
  more: Environment = {},
): RunningClaude {
  const cwd = join(workspace.folder, 'acme')
  makeProject(cwd, { ...SOURCES, ...scenario.files })
  const plan = { cli, args: commandLine(scenario, sessionId), cwd, env: { ...claudeEnvironment(workspace, modelUrl), ...more } }
  return startProgram(plan, parseStreamLine)
}
