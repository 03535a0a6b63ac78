import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HeldTerminal } from '../src/engine/drive/deskKeeper'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import { untilGone } from '../test/harness/untilGone'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'
import { settleIntoClaude } from './drive/settleIntoClaude'

let home: ClaudeStage
let bench: ClaudeBench

/** What it shows, as text without its colours and moves. */
class Screen {
  readonly terminal: HeldTerminal
  #raw = ''
  readonly #waiting = new Set<() => void>()

  constructor(terminal: HeldTerminal) {
    this.terminal = terminal
    const decoder = new TextDecoder()
    terminal.follow(0, (_, bytes) => {
      this.#raw += decoder.decode(bytes, { stream: true })
      for (const look of [...this.#waiting]) look()
    })
  }

  get text(): string {
    return this.#raw.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007|\s+/g, '')
  }

  async shows(words: string): Promise<void> {
    const wanted = words.replace(/\s+/g, '')
    const seen = new Promise<void>((resolve) => {
      const look = () => {
        if (!this.text.includes(wanted)) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`it does not show ${words}, but ${this.text.slice(-2000)}`)), 20_000).unref(),
    )
    return Promise.race([seen, late])
  }
}

function screenOf(launch: LiveLaunch): Screen {
  const terminal = bench.desk.desk.terminal(launch)
  if (!terminal) throw new Error('it has no terminal')
  return new Screen(terminal)
}

describe('Claude Code 2.1.327 in a terminal', () => {
  beforeEach(async () => {
    home = await openClaudeStage('2.1.327')
    settleIntoClaude(home)
    bench = new ClaudeBench(home, await home.open())
  })
  afterEach(() => home.close())

  test('shows its screen, takes a prompt, is found in the tree, and its end is told', async () => {
    const launch = await bench.started('', { way: 'terminal' })
    const screen = screenOf(launch)
    await screen.shows('shift+tab to cycle')
    await screen.terminal.type('HELLO')
    await screen.shows('HELLO')
    await screen.terminal.type('\r')
    await screen.shows('Hello to you.')
    const sight = await bench.desk.until('its run is there', () => bench.desk.sight(bench.runOf(launch)))
    expect([sight.row.title, sight.row.live]).toEqual(['HELLO', true])
    expect(await bench.idle(launch)).toMatchObject({
      way: 'terminal',
      can: { send: 'It runs in a terminal: type there.' },
    })
    await screen.terminal.type('/exit')
    await screen.shows('/exit')
    await screen.terminal.type('\r')
    const row = await bench.phase(launch, 'ended')
    expect(row).toMatchObject({ exit: { code: 0 }, trouble: null })
  })

  test('begins with a prompt that looks like an option, and is found again after a restart', async () => {
    const launch = await bench.started('--HELLO "there"', { way: 'terminal' })
    await screenOf(launch).shows('Hello to you.')
    await bench.desk.until('its run is there', () => bench.desk.sight(bench.runOf(launch))?.row.title === '--HELLO "there"')
    await bench.reopen()
    const again = bench.desk.desk.launch(launch.id)
    if (!again) throw new Error('it is not in the list')
    const screen = screenOf(again)
    await screen.shows('Hello to you.')
    await screen.terminal.type('MORE')
    await screen.shows('MORE')
    await screen.terminal.type('\r')
    await screen.shows('More it is.')
    expect(await launchActs.stop(again, 'now')).toBeNull()
    await bench.phase(again, 'ended')
    await untilGone(bench.row(again).pid ?? 0)
  })
})
