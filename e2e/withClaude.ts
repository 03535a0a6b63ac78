import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Workspace } from '../test/harness/workspace'
import type { Scenario } from '../test/mocks/anthropic/scenario'
import { type ModelServer, startModelServer } from '../test/mocks/anthropic/startModelServer'
import { installClaude } from './installClaude'
import { type RunningClaude, startClaude } from './startClaude'

/** The real CLI at work on a scenario. */
export interface ClaudeSession {
  readonly id: string
  readonly uri: string
  readonly version: string
  readonly scenario: Scenario
  readonly workspace: Workspace
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
export async function withClaude<T>(
  version: string,
  scenario: Scenario,
  workspace: Workspace,
  work: (session: ClaudeSession) => Promise<T>,
): Promise<T> {
  const cli = installClaude(version)
  const model = await startModelServer(scenario)
  const id = randomUUID()
  const claude = startClaude(cli, scenario, id, workspace, model.url)
  try {
    return await work({ id, uri: `claude://${id}`, version, scenario, workspace, model, claude })
  } finally {
    claude.interrupt()
    await claude.ended
    await model.close()
    removeTaskNotes(workspace)
  }
}

/** Waits for the session's own transcript: until then no watch can name it. */
export async function transcriptExists({ id, workspace, claude }: ClaudeSession): Promise<void> {
  let hasEnded = false
  claude.ended.then(() => {
    hasEnded = true
  })
  const projects = join(workspace.root, 'projects')
  const isThere = () =>
    existsSync(projects) && readdirSync(projects).some((name) => existsSync(join(projects, name, `${id}.jsonl`)))
  while (!isThere()) {
    if (hasEnded) throw new Error(`claude ended without a transcript: ${claude.stderr().slice(0, 400)}`)
    await pause(10)
  }
}
