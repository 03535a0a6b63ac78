import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLaunches } from '../../src/engine/keeper/readLaunches'
import type { TranscriptPage } from '../../src/shared/views'
import { type CliResult, keepTrack, readList, runCli, UNDERSTORY } from '../harness/runCli'
import { pasteIntoShell } from '../harness/shellCommand'
import { withSteeredProgram } from '../harness/steeredProgram'
import { type Environment, type Workspace, withWorkspace } from '../harness/workspace'

/** With something to say to its standard input, or a signal once it has said something. */
async function cliWith(
  args: readonly string[],
  env: Environment,
  input: string,
  signal: { readonly at: string; readonly name: NodeJS.Signals } | null = null,
): Promise<CliResult> {
  const child = keepTrack(spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] }))
  const texts = { stdout: '', stderr: '' }
  let isSignalled = false
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      if (signal === null || isSignalled || !`${texts.stdout}${texts.stderr}`.includes(signal.at)) return
      isSignalled = true
      child.kill(signal.name)
    })
  }
  child.stdin.end(input)
  const [code, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal: ended, ...texts }
}

/** How the program was called in a terminal. */
const calledIn = ({ root }: Workspace): { args: string[]; folder: string } =>
  JSON.parse(readFileSync(join(root, 'called.json'), 'utf8')) as { args: string[]; folder: string }

async function firstRun(work: string, env: Environment, prompt = 'hello'): Promise<string> {
  const done = await runCli(['run', 'claude', '--cwd', work, '--', prompt], env)
  expect(done.code, done.stderr).toBe(0)
  return (await readList(env))[0]?.uri ?? ''
}

test('run: a prompt of any length from a file or standard input, arguments, and what was chosen there before', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const long = `--long "${'grün '.repeat(200_000)}`
    const file = join(workspace.folder, 'task.md')
    writeFileSync(file, `${long}\n`)
    const first = ['run', 'claude', '--cwd', work, '--mode', 'plan', '--arg', '--odd', '--arg=with space', '--prompt-file', file]
    const done = await runCli(first, env)
    expect(done.code, done.stderr).toBe(0)
    const [starting = '', ...later] = done.stderr.split('\n')
    expect(starting).toMatch(/^understory: starting: .*steered -p .*--permission-mode plan --odd 'with space', in /)
    expect(later.find((line) => line.includes('started: '))).toContain(starting.replace(/^.*starting: |, in .*$/g, ''))
    const uri = (await readList(env))[0]?.uri ?? ''
    const page = JSON.parse((await runCli(['transcript', uri, '--json'], env)).stdout) as TranscriptPage
    expect(page.items[0]?.text).toBe(long)
    const again = await cliWith(['run', 'claude', '--cwd', work, '--', '-'], env, 'from a pipe\n')
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining("last time in this folder: --mode plan --arg --odd --arg 'with space'"),
    ])
    expect(again.stderr).toMatch(/started: .*--permission-mode plan/)
    const fresh = await cliWith(['run', 'claude', '--cwd', work, '--fresh', '--prompt-file', '-'], env, 'fresh')
    expect([fresh.code, fresh.stderr.includes('last time'), fresh.stderr.includes('--permission-mode')]).toEqual([
      0,
      false,
      false,
    ])
    expect((await readList(env)).map(({ title }) => title)).toEqual(expect.arrayContaining(['from a pipe', 'fresh']))
    for (const wrong of [['--prompt-file', file, '--', 'and this'], []])
      expect((await runCli(['run', 'claude', '--cwd', work, ...wrong], env)).code).toBe(2)
    expect((await runCli(['run', 'claude', '--cwd', work, '--prompt-file', `${file}.no`], env)).stderr).toContain(
      'cannot be read',
    )
    expect((await runCli(['run', 'claude', '--terminal', '--cwd', work], env)).stderr).toContain('this is no terminal')
  })
})

test('exit codes: a turn that broke is 1, Ctrl-C 130, SIGTERM 143', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const args = ['run', 'claude', '--cwd', work, '--json', '--', 'wait']
    for (const [name, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const ended = await cliWith(args, env, '', { at: '"phase":"working"', name })
      expect([ended.code, ended.signal], ended.stderr).toEqual([code, null])
    }
    for (const flags of [[], ['--keep']]) {
      const broken = await runCli(['run', 'claude', ...flags, '--cwd', work, '--', 'break it'], env)
      expect([broken.code, broken.stderr.split('Invalid API key').length]).toEqual([1, 2])
    }
    const [kept] = await readList(env, ['--live'])
    const mended = await runCli(['send', '--end', kept?.uri ?? '', '--', 'hello'], env)
    expect(mended.code, mended.stderr).toBe(0)
  })
})

test('| head: who read enough ends the session with its command, quietly', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    for (const [flags, isLive] of [
      [[], false],
      [['--keep'], true],
    ] as const) {
      const args = ['run', 'claude', '--fresh', ...flags, '--cwd', work, '--json', '--', 'wait']
      const child = keepTrack(spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'] }))
      child.stdout.once('data', () => child.stdout.destroy())
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(await readList(env, ['--live'])).toHaveLength(isLive ? 1 : 0)
    }
    // What is kept goes on until it is ended.
    for (const { pid, isKept } of readLaunches(env['UNDERSTORY_HOME'] ?? '')) if (isKept && pid !== null) process.kill(pid)
  })
})

test('what --print prints works where it is pasted, prompt and all', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const uri = await firstRun(work, env)
    const id = uri.slice('claude://'.length)
    const prompt = `it's "$(touch pwned)"\nand 'more' 100%\n`
    const resume = await runCli(['resume', '--print', uri, '--', prompt], env)
    expect((await pasteIntoShell(resume.stdout, workspace.folder)).code, resume.stdout).toBe(0)
    expect(calledIn(workspace)).toEqual({ args: ['--resume', id, '--', prompt], folder: work })
    const fork = await runCli(['fork', '--print', '--mode', 'plan', uri], env)
    await pasteIntoShell(fork.stdout, workspace.folder)
    expect(calledIn(workspace).args).toEqual([
      ...['--resume', id, '--fork-session', '--session-id'],
      expect.stringMatching(/^[\da-f-]{36}$/),
      ...['--permission-mode', 'plan'],
    ])
    const render = await runCli(['continue', '--render', '--print', '--cwd', work, uri, '--', 'and now?'], env)
    expect(render.stderr).toContain('goes along as text: about')
    expect(await readList(env)).toHaveLength(1)
    const pasted = await pasteIntoShell(render.stdout, workspace.folder)
    expect(pasted.code, `${render.stdout} ${pasted.stderr}`).toBe(0)
    expect((await readList(env)).map(({ cwd }) => cwd)).toEqual([work, work])
  })
})

test('continue says what goes along, and a context is never sent without a question', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const uri = await firstRun(work, env)
    const mute = await runCli(['continue', '--render', uri], env)
    expect([mute.code, mute.stderr]).toEqual([2, expect.stringContaining('say what is wanted')])
    const done = await runCli(['continue', '--render', uri, '--', 'and now?'], env)
    expect(done.code, done.stderr).toBe(0)
    const said = done.stderr.split('\n')
    const first = said.findIndex((line) => /goes along as text: about \d+ tokens of at most 100k, 2 messages/.test(line))
    expect(first, done.stderr).toBeGreaterThanOrEqual(0)
    expect(said.findIndex((line) => line.includes('starting: '))).toBeGreaterThan(first)
    const fork = await runCli(['continue', uri, '--', 'a copy'], env)
    expect(fork.stderr).toContain('the whole transcript goes along, as it was recorded: about 1 tokens')
  })
})

test('continue --at cuts what goes along, and the other way that a refusal names cuts it too', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const uri = await firstRun(work, env, 'said first')
    const refused = await runCli(['continue', '--at', '0', '--print', uri, '--', 'and now?'], env)
    const alternative = `understory continue --render --at 0 ${uri}`
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(alternative)])
    const args = ['continue', '--render', '--at', '0', '--print', uri, '--', 'and now?']
    const printed = await runCli(args, env)
    expect([printed.code, printed.stderr]).toEqual([0, expect.stringContaining('goes along as text up to item 0: about')])
    expect(printed.stdout).toContain(`continue --at 0 --render ${uri} -- 'and now?'`)
    expect(await readList(env)).toHaveLength(1)
    const pasted = await pasteIntoShell(printed.stdout, workspace.folder)
    expect(pasted.code, pasted.stderr).toBe(0)
    const copy = (await readList(env)).find((row) => row.uri !== uri)?.uri ?? ''
    const page = JSON.parse((await runCli(['transcript', copy, '--json'], env)).stdout) as TranscriptPage
    expect([page.items[0]?.text.includes('said first'), page.items[0]?.text.includes('Answer')]).toEqual([true, false])
  })
})

test('a kept session is written to from the command line, and ended with its last turn', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const kept = await runCli(['run', 'claude', '--keep', '--cwd', work, '--', 'hello'], env)
    expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('it goes on')])
    const uri = (await readList(env))[0]?.uri ?? ''
    for (const refused of [await runCli(['resume', uri, '--', 'more'], env), await runCli(['join', '--print', uri], env)])
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`understory send ${uri} -- "$PROMPT"`)])
    const sent = await runCli(['send', uri, '--', 'once more'], env)
    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('it goes on')])
    const last = await runCli(['send', '--end', uri, '--', 'the last'], env)
    expect(last.code, last.stderr).toBe(0)
    const page = JSON.parse((await runCli(['transcript', uri, '--json'], env)).stdout) as TranscriptPage
    expect(page.items.flatMap(({ kind, text }) => (kind === 'prompt' ? text : []))).toEqual(['hello', 'once more', 'the last'])
    const over = await runCli(['send', uri, '--', 'too late'], env)
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining(`understory resume ${uri}`)])
    expect((await runCli(['join', '--print', uri], env)).stderr).toContain('there is nothing to join')
  })
})

test('where its folder is gone another one can be named', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const uri = await firstRun(work, env)
    rmSync(work, { recursive: true })
    const refused = await runCli(['fork', uri, '--', 'more'], env)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--cwd DIR')])
    const done = await runCli(['fork', uri, '--cwd', workspace.folder, '--', 'more'], env)
    expect(done.code, done.stderr).toBe(0)
  })
})
