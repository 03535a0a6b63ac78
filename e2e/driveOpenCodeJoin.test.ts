import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { RunUri } from '../src/shared/ids'
import { runCli } from '../test/harness/runCli'
import { driveSteps, originOf } from './drive/driveSteps'
import { type DriveStage, openDriveStage } from './drive/openDriveStage'
import { type OpenCodeStage, openOpenCodeStage } from './drive/openOpenCodeStage'
import { OpenCodeServer } from './opencode/OpenCodeServer'
import { Programs } from './Programs'

describe('opencode 1.18.34, joined where it runs', () => {
  const programs = new Programs()
  let home: OpenCodeStage
  let stage: DriveStage
  let server: OpenCodeServer

  beforeAll(async () => {
    home = await openOpenCodeStage('1.18.34')
    const { cli, project, env } = home
    const start = (args: readonly string[]) => programs.start({ cli, args, cwd: project, env }, (text) => text)
    server = await OpenCodeServer.start({ start, project })
    stage = await openDriveStage({ ...env, UNDERSTORY_OPENCODE_SERVERS: `only,${server.url}` })
  })

  afterAll(async () => {
    await stage?.close()
    await programs.endAll()
    await home?.close()
  })

  test('a terminal of ours shows it, owns nothing of it, and leaves it running', async () => {
    const session = await server.create('Elsewhere')
    const run = RunUri.parse(`opencode://${session}`)
    await server.post(session, 'SLOW-LIVE')
    await home.model.gates.reached('slow-live')
    await stage.until('it is seen at work', () => stage.sight(run)?.row.live)
    const wish = home.wish('', { way: 'terminal', origin: originOf('join', run) })
    const acts = async () => {
      const told = await stage.desk.acts({ run, key: null })
      if (!told.ok) throw new Error(told.failure.message)
      return new Map(told.value.map((act) => [act.name, act]))
    }
    const command = `opencode attach ${server.url} --session ${session}`
    // As it works wherever it is pasted.
    const pasted = expect.stringMatching(new RegExp(`^cd \\S+ && (\\w+=\\S+ )*${command}$`))
    expect((await acts()).get('join')).toMatchObject({ reason: null, command: pasted, origin: { how: 'join' } })
    const env = { ...home.env, UNDERSTORY_OPENCODE_SERVERS: `only,${server.url}` }
    const printed = await runCli(['join', '--print', run], env, { cwd: home.project })
    expect(printed.stdout, printed.stderr).toMatch(new RegExp(`^(\\w+=\\S+ )*${command}\n$`))
    const refused = await runCli(['resume', run, '--', 'MORE'], env)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`understory join ${run}`)])
    const launch = await stage.start(wish)
    expect(stage.launch(launch.id)).toMatchObject({ run, command, origin: { run, how: 'join' } })
    let screen = ''
    const shown = new Promise<void>((resolve) => {
      stage.desk.terminal(launch)?.follow(0, (_, bytes) => {
        screen += Buffer.from(bytes).toString('latin1')
        if (screen.includes('SLOW-LIVE')) resolve()
      })
    })
    await shown
    const during = await acts()
    expect(during.get('stop')?.reason).toContain('not started here')
    expect(during.get('resume')?.reason).toContain('It is live in process')
    expect(await stage.desk.start(home.wish('MORE', { origin: originOf('resume', run) }))).toMatchObject({
      failure: { code: 'live_elsewhere' },
    })
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await driveSteps(stage).phase(launch, 'ended')
    home.model.gates.open('slow-live')
    await stage.until('its turn ends as if nothing had been', () => stage.agent(run, ({ phase }) => phase === 'completed'))
    expect(stage.sight(run)?.row.forkedFrom).toBeNull()
  })

  test('what nobody serves openly is not joined', async () => {
    const folder = join(home.workspace.folder, 'elsewhere')
    mkdirSync(folder)
    const launch = await stage.start(home.wish('HELLO'))
    const run = await stage.until('it has a name', () => launch.run)
    const refused = await stage.desk.plan(home.wish('', { way: 'terminal', folder, origin: originOf('join', run) }))
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'not_possible', message: expect.stringContaining('started here') },
    })
    await launchActs.stop(launch, 'now')
  })
})
