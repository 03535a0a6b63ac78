import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { readLines } from '../test/harness/readLines'
import { keepTrack, readList, runCli, UNDERSTORY } from '../test/harness/runCli'
import { pasteIntoShell } from '../test/harness/shellCommand'
import type { Environment } from '../test/harness/workspace'
import { openClaudeStage } from './drive/openClaudeStage'
import { openCodexStage } from './drive/openCodexStage'
import { openOpenCodeStage } from './drive/openOpenCodeStage'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function start(args: readonly string[], env: Environment) {
  const child = keepTrack(spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'] }))
  const said = (words: string): Promise<void> =>
    new Promise((resolve) => readLines(child.stdout, (line) => line.includes(words) && resolve()))
  return { child, said }
}

test('Codex: every process of ours shows what a thread asks, and goes away without a trace', async () => {
  const stage = await openCodexStage('0.169.0')
  closers.push(() => stage.close())
  const watch = start(['watch', '--json'], stage.env)
  const waiting = watch.said('"waitingFor":"permission"')
  const run = start(['run', 'codex', '--mode', 'ask', '--cwd', stage.project, '--json', '--', 'HALT-ME'], stage.env)
  await run.said('"kind":"ask"')
  await waiting
  const [row] = await readList(stage.env, ['--live'])
  expect(row).toMatchObject({ phase: 'waiting', live: true })
  watch.child.kill('SIGINT')
  expect(await once(watch.child, 'close')).toEqual([0, null])
  expect(run.child.exitCode).toBeNull()
  run.child.kill('SIGTERM')
  expect(await once(run.child, 'close')).toEqual([143, null])
})

test('Codex: a run that ends well ends with 0, and is resumed by what is printed', async () => {
  const stage = await openCodexStage('0.169.0')
  closers.push(() => stage.close())
  const done = await runCli(['run', 'codex', '--cwd', stage.project, '--', 'HELLO'], stage.env)
  expect(done.code, done.stderr).toBe(0)
  const [row] = await readList(stage.env)
  const printed = await runCli(['resume', '--print', row?.uri ?? '', '--', 'MORE'], stage.env, { cwd: stage.workspace.folder })
  expect(printed.stdout).toMatch(/^cd \S+ && CODEX_HOME=\S+ codex resume [\da-f-]{36} .*-- MORE\n$/)
})

test('Claude Code: a run that ends well ends with 0; what is printed finds it again', async () => {
  const stage = await openClaudeStage('2.1.327')
  closers.push(() => stage.close())
  const done = await runCli(['run', 'claude', '--cwd', stage.project, '--', 'HELLO'], stage.env)
  expect(done.code, done.stderr).toBe(0)
  const [row] = await readList(stage.env)
  const printed = await runCli(['resume', '--print', row?.uri ?? '', '--', 'MORE'], stage.env, { cwd: stage.workspace.folder })
  expect(printed.stdout).toMatch(/^cd \S+ && CLAUDE_CONFIG_DIR=\S+ claude --resume [\da-f-]{36} -- MORE\n$/)
  // Printed once instead of shown: the same words find the same session.
  const { CLAUDE_CONFIG_DIR: _, ...elsewhere } = stage.env
  const pasted = await pasteIntoShell(
    printed.stdout.replace('claude --resume', 'claude -p --resume'),
    stage.workspace.folder,
    elsewhere,
  )
  expect(pasted.code, `${pasted.stdout}${pasted.stderr}`).toBe(0)
  expect(await readList(stage.env)).toHaveLength(1)
})

test('Claude Code: stopped by somebody else, and broken: 1', async () => {
  const stage = await openClaudeStage('2.1.327')
  closers.push(() => stage.close())
  const run = start(['run', 'claude', '--cwd', stage.project, '--json', '--', 'ASK-PLAIN'], stage.env)
  const ended = once(run.child, 'close')
  await run.said('"kind":"ask"')
  const { desk, until } = await stage.open()
  const launch = await until('it is found', () => desk.launch(desk.news().launches[0]?.id ?? ''))
  await until('it asks', () => desk.asks().length === 1)
  expect(await launchActs.interrupt(launch)).toBeNull()
  expect(await ended).toEqual([1, null])
  await stage.model.close()
  const broken = await runCli(['run', 'claude', '--cwd', stage.project, '--', 'HELLO'], {
    ...stage.env,
    CLAUDE_CODE_MAX_RETRIES: '0',
  })
  expect(broken.code, broken.stderr).toBe(1)
})

test('OpenCode: what is printed opens no server, what ran is told with its port', async () => {
  const stage = await openOpenCodeStage('1.18.34')
  closers.push(() => stage.close())
  const done = await runCli(['run', 'opencode', '--cwd', stage.project, '--', 'HELLO'], stage.env)
  expect(done.code, done.stderr).toBe(0)
  expect(done.stderr).toMatch(/started: opencode serve --hostname 127\.0\.0\.1 --port \d+\n/)
  const [row] = await readList(stage.env)
  const uri = row?.uri ?? ''
  const id = uri.slice('opencode://'.length)
  const printed = await runCli(['resume', '--print', uri], stage.env, { cwd: stage.project })
  expect(printed.stdout).toMatch(new RegExp(`^(\\w+=\\S+ )*opencode --session ${id}\\n$`))
  const worded = await runCli(['resume', '--print', uri, '--', 'MORE'], stage.env, { cwd: stage.project })
  expect(worded.stdout).toMatch(new RegExp(`understory resume ${uri} -- MORE\\n$`))
  const pasted = await pasteIntoShell(worded.stdout, stage.workspace.folder, stage.env)
  expect(pasted.code, pasted.stderr).toBe(0)
  expect(await readList(stage.env)).toHaveLength(1)
})

test.each([
  ['codex', () => openCodexStage('0.169.0')],
  ['opencode', () => openOpenCodeStage('1.18.34')],
] as const)('%s: a kept session is written to, and ended with its last turn', async (provider, open) => {
  const stage = await open()
  closers.push(() => stage.close())
  const kept = await runCli(['run', provider, '--keep', '--cwd', stage.project, '--', 'HELLO'], stage.env)
  expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('it goes on')])
  const uri = (await readList(stage.env))[0]?.uri ?? ''
  const sent = await runCli(['send', uri, '--', 'MORE'], stage.env)
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('it goes on')])
  const last = await runCli(['send', '--end', uri, '--', 'FURTHER'], stage.env)
  expect(last.code, last.stderr).toBe(0)
  const { stdout } = await runCli(['transcript', uri, '--json'], stage.env)
  for (const prompt of ['HELLO', 'MORE', 'FURTHER']) expect(stdout).toContain(prompt)
  // A server of ours waits a minute for the next session: this one is over in it.
  const live = await readList(stage.env, ['--live'])
  expect(live.filter(({ phase }) => provider !== 'opencode' || phase !== 'completed')).toEqual([])
})
