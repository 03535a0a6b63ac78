import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { LaunchOrigin } from '../src/shared/drive/launchWish'
import type { RunUri } from '../src/shared/ids'
import { fingerprint } from '../test/harness/fingerprint'
import { untilGone } from '../test/harness/untilGone'
import { type CodexStage, openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'
import { TerminalScreen } from './drive/TerminalScreen'

let stage: CodexStage
let desk: DriveStage

/** In a terminal of ours, up to the answer to its first prompt. */
async function sitDown(
  prompt: string,
  answer: string,
  origin: LaunchOrigin | null,
  mode = 'full',
): Promise<[LiveLaunch, TerminalScreen]> {
  const launch = await desk.start(stage.wish(prompt, { way: 'terminal', origin, mode }))
  const terminal = desk.desk.terminal(launch)
  if (!terminal) throw new Error('it has a terminal')
  const screen = new TerminalScreen(terminal)
  // Newer ones leave it to a person whether a folder is to be trusted.
  if ((await screen.shows(answer, 'Trust this folder?')) !== answer) {
    await screen.press('\r', answer)
  }
  return [launch, screen]
}

const open = async (version: string): Promise<void> => {
  stage = await openCodexStage(version)
  desk = await stage.open()
}
afterEach(() => stage.close())

/** Older ones do not tell their terminal. */
describe('Codex 0.169.0 in a terminal', () => {
  beforeEach(() => open('0.169.0'))

  test('what its screen asks is said of the agent that asks, until it is answered', async () => {
    const [launch, screen] = await sitDown('HELLO', 'Hello to you.', null, 'ask')
    const run = await desk.until('its run is named', () => launch.run)
    await screen.type('NEST-ASK')
    await screen.shows('NEST-ASK')
    await screen.type('\r')
    const isMade = (file: string): boolean => existsSync(join(stage.project, file))
    for (const file of ['once.txt', 'denied.txt']) {
      const asker = await desk.until(`${file} is asked for`, () =>
        desk.agent(run, ({ phase, activity }) => phase === 'waiting' && activity?.includes(file) === true),
      )
      expect(asker).toMatchObject({ depth: 2, waitingFor: 'permission', activity: `exec_command: touch ${file}` })
      expect(desk.sight(run)?.row.status).toBe('running')
      expect([...(desk.sight(run)?.agents.values() ?? [])].filter(({ phase }) => phase === 'waiting')).toHaveLength(1)
      await screen.shows(file)
      expect(isMade(file)).toBe(false)
      // What has just come up does not listen yet; pressed too often it would answer the next one.
      await vi.waitFor(
        async () => {
          await screen.type('\r')
          await vi.waitFor(() => expect(isMade(file)).toBe(true), { timeout: 8_000 })
        },
        { timeout: 60_000 },
      )
    }
    await launchActs.stop(launch, 'now')
    await desk.until('nobody waits', () => desk.agent(run, ({ phase }) => phase === 'waiting') === null)
  })
})

describe.each(['0.169.0', '0.105.0'])('Codex %s in a terminal', (version) => {
  beforeEach(() => open(version))

  test('shows itself, takes a prompt, is found as a run, and ends', async () => {
    const [launch, screen] = await sitDown('HELLO', 'Hello to you.', null)
    const run = await desk.until('its run is named', () => launch.run)
    await desk.until('its tree is there', () => desk.sight(run)?.row.live)
    expect(desk.launch(launch.id).can).toMatchObject({ send: expect.stringContaining('terminal'), stop: null })
    await screen.type('MORE')
    await screen.shows('MORE')
    await screen.type('\r')
    await screen.shows('More it is.')
    await desk.until('its turn is over', () => desk.launch(launch.id).phase === 'idle')
    const { pid } = desk.launch(launch.id)
    await screen.type('/quit')
    await screen.shows('/quit')
    await screen.type('\r')
    await desk.until('it has ended', () => desk.launch(launch.id).phase === 'ended')
    expect(desk.launch(launch.id)).toMatchObject({ exit: { code: 0 }, trouble: null, run })
    await untilGone(pid ?? 0)
    // Nothing of it goes on in a daemon that everybody shares.
    expect(existsSync(join(stage.workspace.root, 'app-server-control', 'app-server-control.sock'))).toBe(false)
    await desk.until('nobody holds it', () => desk.sight(run)?.row.live === false)
  })

  test('goes on with a thread, and from a copy of it', async () => {
    const first = await desk.start(stage.wish('HELLO'))
    await desk.until('it is idle', () => first.phase() === 'idle')
    const run = first.run as RunUri
    await launchActs.stop(first, 'now')
    await desk.until('nobody holds it', () => desk.sight(run)?.row.live === false)
    const before = fingerprint(join(stage.workspace.root, 'sessions'))
    const [forked] = await sitDown('MORE', 'More it is.', { how: 'fork', run, key: null, at: null })
    const copy = await desk.until('the copy is named', () => forked.run)
    expect(copy).not.toBe(run)
    expect(stage.sent.some(({ input }) => /Hello to you\..*MORE/.test(JSON.stringify(input)))).toBe(true)
    await launchActs.stop(forked, 'now')
    for (const [path, print] of Object.entries(before))
      if (path.endsWith('.jsonl')) expect(fingerprint(join(stage.workspace.root, 'sessions'))[path]).toBe(print)
    const [resumed] = await sitDown('FURTHER', 'Gone further.', { how: 'resume', run, key: null, at: null })
    expect(resumed.run).toBe(run)
    const twice = await desk.desk.plan(stage.wish('MORE', { origin: { how: 'resume', run, key: null, at: null } }))
    expect(twice).toMatchObject({ ok: false, failure: { code: 'live_elsewhere' } })
    await launchActs.stop(resumed, 'now')
  })
})
