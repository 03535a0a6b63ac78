import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchWish } from '../../src/shared/drive/launchWish'
import { ProviderId } from '../../src/shared/ids'
import { type Environment, makeWorkspace, removeWorkspace, type Workspace } from '../../test/harness/workspace'
import { type ModelServer, startModelServer } from '../../test/mocks/anthropic/startModelServer'
import { type InstalledCli, installCli } from '../installCli'
import { makeProject } from '../makeProject'
import { claudeEnvironment } from '../startClaude'
import { driving } from './claudeScenes'
import { type DriveStage, openDriveStage } from './openDriveStage'

/** A home of the product, a model, and desks over them. */
export interface ClaudeStage {
  readonly cli: InstalledCli
  readonly workspace: Workspace
  readonly project: string
  /** What a desk is opened with. */
  readonly env: Environment
  readonly model: ModelServer
  open(): Promise<DriveStage>
  wish(prompt: string, change?: Partial<LaunchWish>): LaunchWish
  close(): Promise<void>
}

export async function openClaudeStage(version: string): Promise<ClaudeStage> {
  const cli = installCli('claude', version)
  const workspace = makeWorkspace('claude')
  const model = await startModelServer(driving)
  const project = join(workspace.folder, 'acme')
  makeProject(project, { 'README.md': '# acme\n', 'src/auth.js': 'export const a = 1\n' })
  const bin = join(workspace.folder, 'bin')
  mkdirSync(bin)
  symlinkSync(cli.leading[0] ?? cli.program, join(bin, 'claude'))
  const own = claudeEnvironment(workspace, model.url)
  const env = {
    ...own,
    PATH: [bin, own['PATH'] ?? ''].join(':'),
    UNDERSTORY_HOME: workspace.stateFolder,
    UNDERSTORY_OPENCODE_SERVERS: 'only',
    CODEX_HOME: join(workspace.folder, 'no-codex'),
    XDG_DATA_HOME: join(workspace.folder, 'no-data'),
    // What somebody forgets ends soon.
    UNDERSTORY_KEEPER_IDLE_MS: '3000',
    UNDERSTORY_KEEPER_STEP_MS: '500',
  }
  const open: DriveStage[] = []
  return {
    ...{ cli, workspace, project, env, model },
    async open() {
      const stage = await openDriveStage(env)
      open.push(stage)
      return stage
    },
    wish: (prompt, change = {}) => ({
      ...{ provider: ProviderId.parse('claude'), way: 'headless', folder: project, prompt, model: null, agent: null },
      ...{ mode: null, extra: [], origin: null },
      ...change,
    }),
    async close() {
      for (const stage of open) await stage.close()
      await model.close()
      removeWorkspace(workspace)
    },
  }
}
