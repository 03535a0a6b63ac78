import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { RunUri } from '../src/shared/ids'
import { driveSteps, originOf } from './drive/driveSteps'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

interface Registered {
  readonly pid?: number
  readonly kind?: string
  readonly sessionId?: string
}

describe('Claude Code 2.1.327, a session in the background', () => {
  let home: ClaudeStage
  const command = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('claude', args, { cwd: home.project, env: home.env, timeout: 20_000 })).stdout

  beforeEach(async () => {
    home = await openClaudeStage('2.1.327')
    const { workspace, project, env } = home
    mkdirSync(workspace.root, { recursive: true })
    const known = {
      ...{ hasCompletedOnboarding: true, lastOnboardingVersion: '9.9.9', theme: 'dark', numStartups: 9 },
      customApiKeyResponses: { approved: [env['ANTHROPIC_API_KEY']?.slice(-20)], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
    }
    writeFileSync(join(workspace.root, '.claude.json'), JSON.stringify(known))
  })
  afterEach(async () => {
    // It would outlive its home.
    await command('daemon', 'stop', '--any')
    await home.close()
  })

  const registered = (): Registered | undefined => {
    const folder = join(home.workspace.root, 'sessions')
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.json$/.test(name)) : []
    return names
      .map((name): Registered => JSON.parse(readFileSync(join(folder, name), 'utf8') || '{}'))
      .find(({ kind }) => kind === 'bg')
  }

  test('is attached to in a terminal of ours, and goes on when that is closed', async () => {
    const stage = await home.open()
    const short = /backgrounded · (\w+)/.exec(await command('--bg', 'HELLO'))?.[1]
    const { sessionId, pid } = await stage.until('it is registered', registered)
    const run = RunUri.parse(`claude://${sessionId}`)
    await stage.until('it is seen', () => stage.sight(run)?.row.live)
    const acts = await stage.desk.acts({ run, key: null })
    const join = acts.ok ? acts.value.find(({ name }) => name === 'join') : null
    // As it works wherever it is pasted.
    const pasted = expect.stringMatching(new RegExp(`^cd \\S+ && (\\w+=\\S+ )*claude attach ${short}$`))
    expect(join).toMatchObject({ reason: null, command: pasted })
    const launch = await stage.start(home.wish('', { way: 'terminal', origin: originOf('join', run) }))
    expect(stage.launch(launch.id)).toMatchObject({ run, command: `claude attach ${short}` })
    await new Promise<void>((resolve) => {
      let screen = ''
      stage.desk.terminal(launch)?.follow(0, (_, bytes) => {
        screen += Buffer.from(bytes).toString('latin1')
        if (screen.includes('shift+tab')) resolve()
      })
    })
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await driveSteps(stage).phase(launch, 'ended')
    expect(registered()?.pid).toBe(pid)
    expect(await command('stop', short ?? '')).toContain('stopped')
  })
})
