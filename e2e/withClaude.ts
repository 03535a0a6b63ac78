import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, Workspace } from '../test/harness/workspace'
import type { Scenario } from '../test/mocks/anthropic/scenario'
import { type ModelServer, startModelServer } from '../test/mocks/anthropic/startModelServer'
import { installCli } from './installCli'
import { type RunningClaude, startClaude } from './startClaude'

/** What to start, and where. The session's id is chosen by us, so that it can be watched before it exists. */
export interface ClaudePlan {
  readonly id: string
  readonly version: string
  readonly scenario: Scenario
  readonly workspace: Workspace
  /** More variables for it. */
  readonly env?: Environment
}

/** The real CLI at work on a scenario. */
export interface ClaudeSession extends ClaudePlan {
  readonly uri: string
  readonly model: ModelServer
  readonly claude: RunningClaude
}

/** Version 2.0.76 keeps notes of background tasks in /tmp/claude whatever TMPDIR says. */
function removeTaskNotes(workspace: Workspace): void {
  const notes = '/tmp/claude'
  rmSync(join(notes, join(workspace.folder, 'acme').replace(/[^a-zA-Z0-9]/g, '-')), { recursive: true, force: true })
  if (existsSync(notes) && readdirSync(notes).length === 0) rmSync(notes, { recursive: true })
}

/** Runs the real CLI beside `work`, and takes everything down afterwards. */
export async function withClaude<T>(plan: ClaudePlan, work: (session: ClaudeSession) => Promise<T>): Promise<T> {
  const { id, version, scenario, workspace, env = {} } = plan
  const cli = installCli('claude', version)
  const model = await startModelServer(scenario)
  const claude = startClaude(cli, scenario, id, workspace, model.url, env)
  try {
    return await work({ ...plan, uri: `claude://${id}`, model, claude })
  } finally {
    claude.interrupt()
    await claude.ended
    await model.close()
    removeTaskNotes(workspace)
  }
}
