import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { LaunchWish } from '../src/shared/drive/launchWish'
import { openClaudeStage } from './drive/openClaudeStage'
import { openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'

const SERVER = { command: process.execPath, args: [join(import.meta.dirname, 'drive/askingServer.mjs')] }

interface Opened {
  readonly desk: DriveStage
  readonly wish: (prompt: string) => LaunchWish
  readonly lastSent: () => string
}

let close: () => Promise<void> = async () => undefined

const products = [
  {
    name: 'Claude Code 2.1.327',
    isApproved: false,
    async open(): Promise<Opened> {
      const home = await openClaudeStage('2.1.327')
      close = home.close
      const config = JSON.stringify({ mcpServers: { asker: SERVER } })
      const extra = ['--mcp-config', config, '--allowedTools', 'mcp__asker__ask']
      const lastSent = () => JSON.stringify(home.model.served.map(({ request }) => request.messages))
      return { desk: await home.open(), wish: (prompt) => home.wish(prompt, { extra }), lastSent }
    },
  },
  {
    name: 'Codex 0.169.0',
    // It asks for each call of such a tool, as its server would.
    isApproved: true,
    async open(): Promise<Opened> {
      const stage = await openCodexStage('0.169.0')
      close = stage.close
      const lines = [`command = ${JSON.stringify(SERVER.command)}`, `args = ${JSON.stringify(SERVER.args)}`]
      appendFileSync(join(stage.workspace.root, 'config.toml'), `\n[mcp_servers.asker]\n${lines.join('\n')}\n`)
      return {
        desk: await stage.open(),
        wish: (prompt) => stage.wish(prompt, { mode: 'ask' }),
        lastSent: () => JSON.stringify(stage.sent),
      }
    },
  },
]

describe.each(products)('a form that a tool’s server has for the person: $name', ({ open, isApproved }) => {
  afterEach(() => close())

  test('is a question, and its answer reaches the server', async () => {
    const { desk, wish, lastSent } = await open()
    const launch = await desk.start(wish('FORM-PLAIN'))
    if (isApproved) {
      const call = await desk.until('it asks whether the tool may be called', () => desk.asks()[0])
      expect(call).toMatchObject({ kind: 'permission', tool: 'asker', options: [{ effect: 'once' }, { effect: 'deny' }] })
      await desk.desk.answerAsk(call.id, { kind: 'option', option: 'accept', message: null })
    }
    const ask = await desk.until('it asks', () => desk.asks().find(({ kind }) => kind === 'question'))
    expect(ask).toMatchObject({
      kind: 'question',
      tool: 'asker',
      detail: 'The asker wants to know.',
      questions: [{ id: 'name', text: 'Who is it for?', takesOwnWords: true }],
    })
    const answers = { name: ['Ada Lovelace'] }
    expect((await desk.desk.answerAsk(ask.id, { kind: 'answers', answers })).outcome).toBe('answered')
    await desk.until('it is idle', () => desk.launch(launch.id).phase === 'idle')
    expect(lastSent()).toMatch(/ANSWERED.*accept.*Ada Lovelace/)
    expect(desk.launch(launch.id).trouble).toBeNull()
  })
})
