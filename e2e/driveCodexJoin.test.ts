import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { RunUri } from '../src/shared/ids'
import { AppServer } from './codex/AppServer'
import { driveSteps, originOf } from './drive/driveSteps'
import { type CodexStage, openCodexStage } from './drive/openCodexStage'
import { TerminalScreen } from './drive/TerminalScreen'

/** Older ones share nothing. */
describe('Codex 0.169.0, a thread of the daemon', () => {
  let home: CodexStage
  let daemon: AppServer

  beforeEach(async () => {
    home = await openCodexStage('0.169.0')
    daemon = await AppServer.start({ start: home.outside.start, workspace: home.workspace })
  })
  afterEach(async () => {
    await daemon.end()
    await home.close()
  })

  test('is joined in a terminal of ours in the middle of a turn, and goes on when that is closed', async () => {
    const stage = await home.open()
    const thread = await daemon.startThread({ cwd: home.project })
    await daemon.prompt(thread, 'SLOW-TURN')
    await home.model.gates.reached('slow-turn')
    const run = RunUri.parse(`codex://${thread}`)
    const command = await stage.until('it can be joined', async () => {
      const acts = stage.sight(run)?.row.live ? await stage.desk.acts({ run, key: null }) : null
      const join = acts?.ok ? acts.value.find(({ name }) => name === 'join') : undefined
      return join?.reason === null ? (join.command ?? '') : null
    })
    expect(command).toMatch(new RegExp(`^cd \\S+ && (\\w+=\\S+ )*codex resume ${thread}$`))
    const launch = await stage.start(home.wish('', { way: 'terminal', mode: null, origin: originOf('join', run) }))
    expect(stage.launch(launch.id)).toMatchObject({ run, command: `codex resume ${thread}` })
    const terminal = stage.desk.terminal(launch)
    if (!terminal) throw new Error('it has a terminal')
    const screen = new TerminalScreen(terminal)
    await screen.shows('SLOW-TURN')
    home.model.gates.open('slow-turn')
    await screen.shows('The slow turn is over.')
    await screen.type('HELLO')
    await screen.shows('HELLO')
    await screen.type('\r')
    await screen.shows('Hello to you.')
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await driveSteps(stage).phase(launch, 'ended')
    // Whose thread it is has it still, with all that was said to it here.
    await daemon.prompt(thread, 'MORE')
    await daemon.message((message) => JSON.stringify(message).includes('More it is.'))
    const said = home.sent.map((body) => JSON.stringify(body.input)).findLast((body) => body.includes('MORE'))
    expect(said).toMatch(/SLOW-TURN.*The slow turn is over\..*HELLO.*Hello to you\..*MORE/)
    expect(stage.sight(run)?.row.live).toBe(true)
  })
})
