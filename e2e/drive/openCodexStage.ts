import { join } from 'node:path'
import type { LaunchWish } from '../../src/shared/drive/launchWish'
import { ProviderId } from '../../src/shared/ids'
import { type Environment, makeWorkspace, removeWorkspace, type Workspace } from '../../test/harness/workspace'
import { responsesProtocol } from '../../test/mocks/responses/responsesProtocol'
import { type ScriptedModel, startScriptedModel } from '../../test/mocks/startScriptedModel'
import { makeCodexHome } from '../codex/codexHome'
import { type InstalledCli, installCli } from '../installCli'
import { Programs } from '../Programs'
import type { Stage } from '../Stage'
import { DRIVE_ROUTES } from './codexScenes'
import { type DriveStage, openDriveStage } from './openDriveStage'

/** One item of what the model was sent. */
export interface SentItem {
  readonly type?: string
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string }[]
}

/** A home of the product, a model, and desks over them. */
export interface CodexStage {
  readonly cli: InstalledCli
  readonly workspace: Workspace
  readonly project: string
  /** What a desk is opened with. */
  readonly env: Environment
  readonly model: ScriptedModel
  /** Bodies of all requests for an answer, in order. */
  readonly sent: readonly { readonly input: readonly SentItem[] }[]
  /** When the model made a call. */
  readonly calledAt: ReadonlyMap<string, number>
  /** Programs that somebody else starts. */
  readonly outside: Pick<Stage, 'start'>
  open(more?: Environment): Promise<DriveStage>
  wish(prompt: string, change?: Partial<LaunchWish>): LaunchWish
  close(): Promise<void>
}

export async function openCodexStage(version: string): Promise<CodexStage> {
  const cli = installCli('codex', version)
  const workspace = makeWorkspace('codex')
  const sent: { input: SentItem[] }[] = []
  const calledAt = new Map<string, number>()
  const model = await startScriptedModel(DRIVE_ROUTES, {
    ...responsesProtocol,
    read: (body, request) => {
      sent.push(JSON.parse(body) as { input: SentItem[] })
      return responsesProtocol.read(body, request)
    },
    frames: ({ callOf, ...answer }, request) => {
      const timed: typeof callOf = (call) => {
        const made = callOf(call)
        calledAt.set(made.id, Date.now())
        return made
      }
      return responsesProtocol.frames({ ...answer, callOf: timed }, request)
    },
  })
  const { project, env: own } = makeCodexHome(workspace, model.url)
  // An app-server of its own that somebody forgets ends soon.
  const env = {
    ...own,
    PATH: [...cli.folders, own['PATH'] ?? ''].join(':'),
    UNDERSTORY_HOME: workspace.stateFolder,
    UNDERSTORY_OPENCODE_SERVERS: 'only',
    CLAUDE_CONFIG_DIR: join(workspace.folder, 'no-claude'),
    XDG_DATA_HOME: join(workspace.folder, 'no-data'),
    UNDERSTORY_KEEPER_IDLE_MS: '3000',
    UNDERSTORY_KEEPER_STEP_MS: '500',
  }
  const programs = new Programs()
  const open: DriveStage[] = []
  return {
    ...{ cli, workspace, project, env, model, sent, calledAt },
    outside: { start: (args, parse) => programs.start({ cli, args, cwd: project, env: own }, parse) },
    async open(more = {}) {
      const stage = await openDriveStage({ ...env, ...more })
      open.push(stage)
      return stage
    },
    wish: (prompt, change = {}) => ({
      ...{ provider: ProviderId.parse('codex'), way: 'headless', folder: project, prompt, model: null, agent: null },
      ...{ mode: 'full', extra: [], origin: null },
      ...change,
    }),
    async close() {
      for (const stage of open) await stage.close()
      await programs.endAll()
      await model.close()
      removeWorkspace(workspace)
    },
  }
}
