import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { driveSteps, originOf } from './drive/driveSteps'
import { type DriveStage, openDriveStage } from './drive/openDriveStage'
import { type OpenCodeStage, openOpenCodeStage } from './drive/openOpenCodeStage'

describe('opencode 1.18.34, driven by programs of ours with different settings', () => {
  let home: OpenCodeStage
  let plain: DriveStage
  let asking: DriveStage

  beforeAll(async () => {
    home = await openOpenCodeStage('1.18.34')
    plain = await home.open()
    asking = await openDriveStage({ ...home.env, OPENCODE_PERMISSION: '{"bash":"ask"}' })
  })

  afterAll(async () => {
    await asking?.close()
    await home?.close()
  })

  test('each has the rules it was started with, and what one server steers no other prompts', async () => {
    const [here, there] = [driveSteps(plain), driveSteps(asking)]
    const first = await plain.start(home.wish('LET-WRITE'))
    const run = await here.runOf(first)
    await here.phase(first, 'idle')
    const child = await there.agent(run, 'its sub-agent', (one) => one.depth === 1 && one.phase === 'completed')
    expect(plain.asks()).toEqual([])
    const onward = home.wish('MORE', { origin: originOf('resume', run, child.key) })
    await asking.until('it is known to the other', () => asking.desk.launch(first.id)?.run === run)
    // Its server is met anew, with other rules: the turns of the first one are none of its.
    expect(await asking.desk.start(onward)).toMatchObject({ ok: false, failure: { code: 'live_elsewhere' } })
    await launchActs.stop(first, 'now')
    await asking.until('it is over', () => asking.launch(first.id).phase === 'ended')
    const again = home.wish('WRITE-AGAIN', { origin: originOf('resume', run) })
    // Which of two servers has it is known once both have been asked after its last word.
    await expect.poll(async () => (await asking.desk.plan(again)).ok).toBe(true)
    const second = await asking.start(again)
    expect(await there.option(await there.ask(second), 'reject')).toBe('answered')
    await there.phase(second, 'idle')
    expect(asking.launch(second.id).pid).not.toBe(plain.launch(first.id).pid)
    expect(asking.launch(second.id)).toMatchObject({ phase: 'idle', trouble: null })
    await launchActs.stop(second, 'now')
  })
})
