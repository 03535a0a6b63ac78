import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchWish } from '../../src/shared/drive/launchWish'
import { ProviderId } from '../../src/shared/ids'
import { type Environment, makeWorkspace, removeWorkspace, type Workspace } from '../../test/harness/workspace'
import { chatProtocol } from '../../test/mocks/openai/chatProtocol'
import { type ScriptedModel, startScriptedModel } from '../../test/mocks/startScriptedModel'
import { type InstalledCli, installCli } from '../installCli'
import { makeOpenCodeHome } from '../opencode/openCodeHome'
import { Programs } from '../Programs'
import type { RunningProgram } from '../startProgram'
import { DRIVE_ROUTES } from './openCodeScenes'
import { type DriveStage, openDriveStage } from './openDriveStage'

/** One message of what the model was sent. */
export interface SentMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
}

/** A home of the product, a model, and desks over them. */
export interface OpenCodeStage {
  readonly cli: InstalledCli
  readonly workspace: Workspace
  readonly project: string
  /** What a desk is opened with. */
  readonly env: Environment
  readonly model: ScriptedModel
  /** Bodies of all requests for an answer, in order. */
  readonly sent: readonly { readonly messages: readonly SentMessage[]; readonly tools?: readonly unknown[] }[]
  /** `program`: in place of the CLI. */
  open(program?: string): Promise<DriveStage>
  /** The CLI as somebody else starts it, in the project. */
  foreign(args: readonly string[]): RunningProgram<{ readonly sessionID?: string; readonly type?: string }>
  wish(prompt: string, change?: Partial<LaunchWish>): LaunchWish
  close(): Promise<void>
}

export async function openOpenCodeStage(version: string): Promise<OpenCodeStage> {
  const cli = installCli('opencode', version)
  const workspace = makeWorkspace('opencode')
  const sent: { messages: SentMessage[] }[] = []
  const model = await startScriptedModel(DRIVE_ROUTES, {
    ...chatProtocol,
    read: (body, request) => {
      sent.push(JSON.parse(body) as { messages: SentMessage[] })
      return chatProtocol.read(body, request)
    },
  })
  const isOld = version.startsWith('1.0.')
  // This release would fetch ripgrep from the network, and end its turn without a word where it cannot; Codex brings one.
  const folders = isOld ? installCli('codex', '0.169.0').folders : []
  const { project, env: own } = makeOpenCodeHome(workspace, model.url, isOld)
  const bin = join(workspace.folder, 'bin')
  mkdirSync(bin)
  symlinkSync(cli.program, join(bin, 'opencode'))
  const env = {
    ...own,
    PATH: [bin, ...folders, own['PATH'] ?? ''].join(':'),
    UNDERSTORY_HOME: workspace.stateFolder,
    UNDERSTORY_OPENCODE_SERVERS: 'only',
    CLAUDE_CONFIG_DIR: join(workspace.folder, 'no-claude'),
    CODEX_HOME: join(workspace.folder, 'no-codex'),
    // What somebody forgets ends soon.
    UNDERSTORY_KEEPER_IDLE_MS: '3000',
    UNDERSTORY_KEEPER_STEP_MS: '500',
  }
  const open: DriveStage[] = []
  const programs = new Programs()
  return {
    ...{ cli, workspace, project, env, model, sent },
    async open(program) {
      const stage = await openDriveStage(program === undefined ? env : { ...env, UNDERSTORY_OPENCODE_PROGRAM: program })
      open.push(stage)
      return stage
    },
    foreign: (args) => programs.start({ cli, args, cwd: project, env: own }, (line) => JSON.parse(line)),
    wish: (prompt, change = {}) => ({
      ...{ provider: ProviderId.parse('opencode'), way: 'headless', folder: project, prompt, model: null, agent: null },
      ...{ mode: null, extra: [], origin: null },
      ...change,
    }),
    async close() {
      await programs.endAll()
      for (const stage of open) await stage.close()
      await model.close()
      removeWorkspace(workspace)
    },
  }
}
