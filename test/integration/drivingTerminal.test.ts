import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import { readList, runCli, UNDERSTORY } from '../harness/runCli'
import { withSteeredProgram } from '../harness/steeredProgram'
import { type Environment, withWorkspace } from '../harness/workspace'

/** The command line as a person has it before them. */
function atTerminal(args: readonly string[], env: Environment, cwd: string) {
  const terminal = spawn(UNDERSTORY, [...args], { cols: 400, rows: 40, cwd, env: { ...env } })
  const waiting = new Set<() => void>()
  let text = ''
  terminal.onData((part) => {
    text += part
    for (const look of [...waiting]) look()
  })
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve(exitCode))
  })
  return {
    ended,
    text: () => text,
    type: (keys: string) => terminal.write(keys),
    kill: (signal: 'SIGTERM' | 'SIGHUP') => process.kill(terminal.pid, signal),
    shows: (words: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.includes(words)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

test('run --terminal gives this terminal to the product; a context waits for what a person wants', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const path = join(workspace.root, 'called.json')
    const called = (): { args: string[] } => JSON.parse(readFileSync(path, 'utf8')) as { args: string[] }
    const here = atTerminal(['run', 'claude', '--terminal', '--arg', '--odd'], env, work)
    expect(await here.ended, here.text()).toBe(0)
    expect(called().args).toEqual(['--session-id', expect.stringMatching(/^[\da-f-]{36}$/), '--odd'])
    expect(here.text()).toContain('starting: ')
    rmSync(path)

    expect((await runCli(['run', 'claude', '--fresh', '--cwd', work, '--', 'hello'], env)).code).toBe(0)
    const uri = (await readList(env))[0]?.uri ?? ''
    const mute = atTerminal(['continue', '--render', uri], env, work)
    await mute.shows('What is wanted now?')
    expect(mute.text()).toContain('goes along as text: about')
    mute.type('\r')
    expect(await mute.ended).toBe(1)
    expect(existsSync(path)).toBe(false)

    const asked = atTerminal(['continue', '--render', uri], env, work)
    await asked.shows('What is wanted now?')
    asked.type('and then?\r')
    expect(await asked.ended, asked.text()).toBe(0)
    expect(called().args.at(-1)).toMatch(/## Earlier conversation.*heard hello.*and then\?$/s)
  })
})

test('told to end, it tells the program that it gave its terminal to, and ends with it', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      const here = atTerminal(['run', 'claude', '--fresh', '--terminal', '--arg', '--stay'], env, work)
      await here.shows('it stays')
      here.kill(signal)
      expect(await here.ended, here.text()).toBe(code)
      expect(here.text()).toContain('it was told to end')
    }
  })
})

test('a context is sent after Enter, and only then', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    expect((await runCli(['run', 'claude', '--cwd', work, '--', 'hello'], env)).code).toBe(0)
    const uri = (await readList(env))[0]?.uri ?? ''
    const declined = atTerminal(['continue', '--render', uri, '--', 'and now?'], env, work)
    await declined.shows('Enter starts it')
    declined.type('no\r')
    expect(await declined.ended).toBe(1)
    expect(declined.text()).toContain('nothing was started')
    expect(await readList(env)).toHaveLength(1)
    for (const flags of [[], ['--yes']]) {
      const agreed = atTerminal(['continue', '--render', ...flags, uri, '--', 'and now?'], env, work)
      if (flags.length === 0) {
        await agreed.shows('Enter starts it')
        agreed.type('\r')
      }
      expect(await agreed.ended, agreed.text()).toBe(0)
      expect(agreed.text().includes('Enter starts it')).toBe(flags.length === 0)
    }
    expect(await readList(env)).toHaveLength(3)
  })
})
