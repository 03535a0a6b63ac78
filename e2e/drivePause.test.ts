import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import { untilGone } from '../test/harness/untilGone'
import { openClaudeStage } from './drive/openClaudeStage'
import { openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'

let close: () => Promise<void> = async () => undefined
let project = ''
let desk: DriveStage
let open: () => Promise<DriveStage>

interface Product {
  readonly name: string
  begin(): Promise<LiveLaunch>
}

const products: readonly Product[] = [
  {
    name: 'Claude Code 2.1.327',
    async begin() {
      const home = await openClaudeStage('2.1.327')
      ;({ project, close, open } = home)
      desk = await home.open()
      const launch = await desk.start(home.wish('RUN-LONG'))
      const ask = await desk.until('it asks', () => desk.asks()[0])
      await desk.desk.answerAsk(ask.id, { kind: 'option', option: 'once', message: null })
      return launch
    },
  },
  {
    name: 'Codex 0.169.0',
    async begin() {
      const stage = await openCodexStage('0.169.0')
      ;({ project, close, open } = stage)
      desk = await stage.open()
      return desk.start(stage.wish('RUN-LONG'))
    },
  },
]

function stateOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0] ?? ''
}

/** The shell of its tool. */
async function shellOf(): Promise<number> {
  const written = (): number => {
    try {
      return Number(readFileSync(join(project, 'running.pid'), 'utf8'))
    } catch {
      return 0
    }
  }
  return desk.until('its tool runs', () => written() || null)
}

describe.each(products)('$name while its tool runs', ({ name, begin }) => {
  afterEach(() => close())

  test('stands still with all that it started, and goes on with it', async () => {
    const launch = await begin()
    const shell = await shellOf()
    const pid = desk.launch(launch.id).pid ?? 0
    expect(await launchActs.pause(launch, true)).toBeNull()
    await expect.poll(() => [stateOf(pid), stateOf(shell)]).toEqual(['T', 'T'])
    expect(await launchActs.pause(launch, false)).toBeNull()
    await expect.poll(() => [stateOf(pid), stateOf(shell)].includes('T')).toBe(false)
    expect(await launchActs.pause(launch, true)).toBeNull()
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await untilGone(shell)
    expect(desk.launch(launch.id)).toMatchObject({ phase: 'ended', trouble: null })
  })

  test('killed by somebody: what goes on without it is named, and ended by Stop', async () => {
    const launch = await begin()
    const shell = await shellOf()
    await desk.until('it was looked at', () => launch.family?.members()?.some(({ pid }) => pid === shell))
    process.kill(desk.launch(launch.id).pid ?? 0, 'SIGKILL')
    await desk.until('it is gone', () => desk.launch(launch.id).exit)
    if (name.startsWith('Codex')) {
      // Its tools end with it.
      await untilGone(shell)
      await desk.until('nothing is named', () => desk.launch(launch.id).trouble?.includes('Still running') === false)
      return
    }
    await desk.until('it is named', () => desk.launch(launch.id).trouble?.includes(`(process ${shell})`))
    await desk.leave()
    desk = await open()
    const { trouble, can } = desk.launch(launch.id)
    expect([trouble, can.stop]).toEqual([expect.stringMatching(/SIGKILL.*Still running/), null])
    const again = desk.desk.launch(launch.id)
    if (!again) throw new Error('it is still there')
    expect(await launchActs.stop(again, 'now')).toBeNull()
    await untilGone(shell)
    expect(desk.launch(launch.id)).toMatchObject({ phase: 'ended', can: { stop: 'It has ended.' } })
    expect(desk.launch(launch.id).trouble ?? '').not.toContain('Still running')
  })
})
