import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { LaunchOrigin } from '../src/shared/drive/launchWish'
import type { AgentKey, RunUri } from '../src/shared/ids'
import { type CodexStage, openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'
import { TerminalScreen } from './drive/TerminalScreen'

let stage: CodexStage
let desk: DriveStage

const idle = (launch: LiveLaunch) => desk.until('it is idle', () => desk.launch(launch.id).phase === 'idle')

async function played(prompt: string, mode: string | null, origin: LaunchOrigin | null = null): Promise<LiveLaunch> {
  const launch = await desk.start(stage.wish(prompt, { mode, origin }))
  await idle(launch)
  await launchActs.stop(launch, 'now')
  // A session that was taken up a moment ago is taken up by nobody else of ours.
  await wait(1200)
  const run = await desk.until('it is named', () => launch.run)
  await desk.until('nobody holds it', () => desk.sight(run)?.row.live === false)
  return launch
}

/** What the turns of the thread that was written last were allowed. */
function allowed(run: RunUri | null): readonly string[] {
  const sessions = join(stage.workspace.root, 'sessions')
  const id = run?.slice('codex://'.length) ?? ''
  const path = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${id}.jsonl`)) ?? ''
  const records = readFileSync(join(sessions, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const turns = records.filter(({ type }) => type === 'turn_context').map(({ payload }) => payload)
  return turns.map(({ approval_policy, sandbox_policy }) => `${approval_policy} ${sandbox_policy.type}`)
}

const from = (how: LaunchOrigin['how'], run: RunUri | null, key: AgentKey | null = null): LaunchOrigin => {
  if (run === null) throw new Error('it has no run')
  return { how, run, key, at: null }
}

/** The settings of the person’s own home, which allow everything. */
const CONFIGURED = 'never danger-full-access'

describe.each(['0.169.0', '0.105.0'])('what Codex %s is allowed', (version) => {
  beforeEach(async () => {
    stage = await openCodexStage(version)
    desk = await stage.open()
  })
  afterEach(() => stage.close())

  test('is a person’s own settings where no mode is named', async () => {
    const launch = await played('HELLO', null)
    expect([allowed(launch.run), desk.launch(launch.id).mode]).toEqual([[CONFIGURED], 'full'])
    const input = readFileSync(join(stage.workspace.stateFolder, 'launches', launch.record.process ?? '', 'in'), 'utf8')
    expect(input).not.toMatch(/approvalPolicy|sandbox/i)
  })

  test.each(['read-only', 'untrusted'])('stays what it was (%s) in a thread that goes on', async (mode) => {
    const first = await played('HELLO', mode)
    const [was] = allowed(first.run)
    expect(was).not.toBe(CONFIGURED)
    const resumed = await played('MORE', null, from('resume', first.run))
    expect([allowed(resumed.run), desk.launch(resumed.id).mode]).toEqual([[was, was], mode])
    const forked = await played('FURTHER', 'configured', from('fork', first.run))
    expect(allowed(forked.run).at(-1)).toBe(was)
    const wider = await played('MORE', 'ask', from('resume', first.run))
    expect(allowed(wider.run).at(-1)).toBe('on-request workspace-write')
  })

  test('stays what it was in an agent that goes on', async () => {
    const first = await played('GROW', 'read-only')
    const agent = await desk.until('its agent', () => first.run && desk.agent(first.run, ({ prompt }) => prompt === 'TWO: go.'))
    const continued = await played('FURTHER', null, from('continue', first.run, agent.key))
    expect(allowed(continued.run).at(-1)).toBe('on-request read-only')
  })

  test('stays what it was in a terminal', async () => {
    const first = await played('HELLO', 'read-only')
    const origin = from('resume', first.run)
    const launch = await desk.start(stage.wish('MORE', { way: 'terminal', mode: null, origin }))
    const terminal = desk.desk.terminal(launch)
    if (!terminal) throw new Error('it has a terminal')
    const screen = new TerminalScreen(terminal)
    if ((await screen.shows('More it is.', 'Trust this folder?')) !== 'More it is.') await screen.press('\r', 'More it is.')
    expect(allowed(first.run)).toEqual(['on-request read-only', 'on-request read-only'])
    await launchActs.stop(launch, 'now')
  })
})
