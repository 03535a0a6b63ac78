import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { LaunchOrigin } from '../src/shared/drive/launchWish'
import { fingerprint } from '../test/harness/fingerprint'
import type { ApiMessage } from '../test/mocks/anthropic/scenario'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage
let bench: ClaudeBench

const originals = () => Object.entries(fingerprint(join(home.workspace.root, 'projects'))).filter(([path]) => /jsonl$/.test(path))

function origin(launch: LiveLaunch, how: LaunchOrigin['how'], more: Partial<LaunchOrigin> = {}): { origin: LaunchOrigin } {
  return { origin: { how, run: bench.runOf(launch), key: null, at: null, ...more } }
}

/** What the model was last sent for a prompt. */
function requestFor(prompt: string): readonly ApiMessage[] {
  const served = home.model.served.findLast(({ request }) => JSON.stringify(request.messages).includes(prompt))
  return served?.request.messages ?? []
}

/** Words of a conversation that matter here, in order. */
function marks(messages: readonly ApiMessage[], pattern: RegExp): readonly string[] {
  return [...JSON.stringify(messages).matchAll(pattern)].map(([mark]) => mark)
}

/** What was said in a run, in the order of the file; `isLine`: no record has two that follow it. */
function speechIn(run: string): { readonly said: readonly string[]; readonly isLine: boolean } {
  const name = `${run.slice('claude://'.length)}.jsonl`
  const path = readdirSync(home.workspace.root, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(name))
  const lines = path === undefined ? [] : readFileSync(join(home.workspace.root, path), 'utf8').trim().split('\n')
  const records = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'user' || type === 'assistant')
  const parents = records.map(({ parentUuid }) => parentUuid)
  const said = records.map(({ message }) => message.content[0]?.text ?? message.content)
  return { said, isLine: new Set(parents).size === parents.length }
}

/** The same program, started by somebody else. */
function stranger(args: readonly string[]) {
  const child = spawn('claude', args, { cwd: home.project, env: home.env, stdio: ['ignore', 'ignore', 'ignore'] })
  return { pid: child.pid ?? 0, ended: once(child, 'exit'), kill: () => child.kill('SIGKILL') }
}

describe('Claude Code 2.1.327, gone on from', () => {
  beforeEach(async () => {
    home = await openClaudeStage('2.1.327')
    bench = new ClaudeBench(home, await home.open())
  })
  afterEach(() => home.close())

  test('resumed: the same run goes on, and nothing in it is twice', async () => {
    const first = await bench.finished('KEEP-FILE')
    const run = bench.runOf(first)
    const planned = await bench.desk.desk.plan(home.wish('FURTHER', origin(first, 'resume')))
    expect(planned.ok && planned.value.argv.slice(-2)).toEqual(['--resume', run.slice('claude://'.length)])
    const second = await bench.started('FURTHER', origin(first, 'resume'))
    await bench.idle(second)
    expect(second.run).toBe(run)
    expect(marks(requestFor('FURTHER'), /KEEP-FILE|It was read\.|FURTHER/g)).toEqual(['KEEP-FILE', 'It was read.', 'FURTHER'])
    const agents = [...(bench.desk.sight(run)?.agents.values() ?? [])].filter(({ depth }) => depth > 0)
    expect(agents.map(({ prompt, phase }) => [prompt, phase])).toEqual([['KEPT-ONE: read.', 'completed']])
    expect((await bench.desk.engine.list({ provider: 'claude', project: null, liveOnly: false, limit: null })).length).toBe(1)
    // Ours: a second one would write beside it.
    const twice = await bench.desk.desk.start(home.wish('MORE', origin(first, 'resume')))
    expect(!twice.ok && [twice.failure.code, twice.failure.offers]).toEqual(['live_elsewhere', ['fork']])
  })

  test('forked, and continued from an agent, whole and cut: the originals stay as they are', async () => {
    const first = await bench.finished('KEEP-FILE')
    const run = bench.runOf(first)
    const before = originals()
    const agent = await bench.agent(first, 'KEPT-ONE', 'completed')
    const fork = await bench.finished('FURTHER forked', origin(first, 'fork'))
    expect(marks(requestFor('FURTHER forked'), /KEEP-FILE|It was read\.|FURTHER/g)).toEqual([
      'KEEP-FILE',
      'It was read.',
      'FURTHER',
    ])
    const whole = await bench.finished('FURTHER whole', origin(first, 'continue', { key: agent.key }))
    const spoken = /KEPT-ONE|"cat README\.md"|"ls src"|# acme|auth\.js|Read once\.|"wc -l README\.md"|Read twice\.|FURTHER/g
    const all = ['KEPT-ONE', '"cat README.md"', '"ls src"', '# acme', 'auth.js', 'Read once.', '"wc -l README.md"', 'Read twice.']
    const sent = marks(requestFor('FURTHER whole'), spoken)
    expect(sent).toEqual([...all, 'FURTHER'])
    const page = await bench.desk.engine.transcript({ run, key: agent.key }, { before: null, limit: 50 })
    const item = page.ok
      ? page.value.items.find(({ tool }) => JSON.stringify(tool?.input ?? '').includes('cat README'))
      : undefined
    const cut = origin(first, 'continue', { key: agent.key, at: item?.n ?? -1 })
    const planned = await bench.desk.desk.plan(home.wish('FURTHER cut', cut))
    const parts = (planned.ok && planned.value.context?.parts.map(({ isLeftOut }) => isLeftOut)) || []
    expect([parts.at(0), parts.at(-1)]).toEqual([false, true])
    const part = await bench.finished('FURTHER cut', cut)
    expect(marks(requestFor('FURTHER cut'), spoken)).toEqual([...all.slice(0, 5), 'FURTHER'])
    const runs = new Set([run, ...[fork, whole, part].map((one) => bench.runOf(one))])
    expect(runs.size).toBe(4)
    const after = new Map(originals())
    for (const [path, print] of before) expect({ path, print: after.get(path) }).toEqual({ path, print })
    await bench.reopen()
    const uri = `${run}/${agent.id}`
    for (const [one, from] of [
      [fork, run],
      [whole, uri],
      [part, uri],
    ] as const) {
      expect(bench.row(one).origin).toMatchObject({ run })
      const row = (await bench.desk.engine.list({ provider: 'claude', project: null, liveOnly: false, limit: null })).find(
        (each) => each.uri === bench.runOf(one),
      )
      expect(row?.forkedFrom).toBe(from)
    }
  })

  test('continued from any item of an agent: a prompt, a call, a text', async () => {
    const first = await bench.finished('KEEP-FILE')
    const agent = await bench.agent(first, 'KEPT-ONE', 'completed')
    const page = await bench.desk.engine.transcript({ run: bench.runOf(first), key: agent.key }, { before: null, limit: 50 })
    const items = page.ok ? page.value.items : []
    expect(items[0]?.kind).toBe('prompt')
    const refused: string[] = []
    for (const { n, kind } of items) {
      const plan = await bench.desk.desk.plan(home.wish('FURTHER', origin(first, 'continue', { key: agent.key, at: n })))
      if (!plan.ok) refused.push(`${n} ${kind}: ${plan.failure.message}`)
    }
    expect(refused).toEqual([])
    await bench.finished('FURTHER again', origin(first, 'continue', { key: agent.key, at: items[0]?.n ?? -1 }))
    expect(marks(requestFor('FURTHER again'), /KEPT-ONE|cat README|Read once|FURTHER/g)).toEqual(['KEPT-ONE', 'FURTHER'])
  })

  test('live in another program: refused at the plan and at the start, and a fork is offered', async () => {
    const first = await bench.finished('HELLO')
    const run = bench.runOf(first)
    const id = run.slice('claude://'.length)
    const wish = home.wish('FURTHER', origin(first, 'resume'))
    expect((await bench.desk.desk.plan(wish)).ok).toBe(true)
    // It comes alive between the plan and the start.
    const other = stranger(['-p', '--resume', id, 'SLOW-TURN'])
    try {
      await home.model.gates.reached('slow-turn')
      const refused = await bench.desk.desk.start(wish)
      expect(refused).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', owner: { pid: other.pid } } })
      expect(!refused.ok && refused.failure.offers).toContain('fork')
      expect((await bench.desk.desk.plan(wish)).ok).toBe(false)
      const fork = await bench.started('FURTHER beside', origin(first, 'fork'))
      await bench.idle(fork)
      home.model.gates.open('slow-turn')
      await other.ended
      expect(speechIn(run)).toEqual({ said: ['HELLO', 'Hello to you.', 'SLOW-TURN', 'The slow turn is over.'], isLine: true })
    } finally {
      other.kill()
    }
  })

  test('opened by another program in the same moment: ours is stopped at once and writes nothing', async () => {
    const first = await bench.finished('HELLO')
    const run = bench.runOf(first)
    const id = run.slice('claude://'.length)
    const ours = await bench.started('', origin(first, 'resume'))
    const other = stranger(['-p', '--resume', id, 'SLOW-TURN'])
    try {
      const row = await bench.phase(ours, 'failed')
      expect(row.trouble).toContain(`process ${other.pid}`)
      await home.model.gates.reached('slow-turn')
      home.model.gates.open('slow-turn')
      expect((await other.ended)[0]).toBe(0)
      expect(speechIn(run)).toEqual({ said: ['HELLO', 'Hello to you.', 'SLOW-TURN', 'The slow turn is over.'], isLine: true })
    } finally {
      other.kill()
    }
  })

  test('opened by another program a moment before: nothing is said into it', async () => {
    const first = await bench.finished('HELLO')
    const run = bench.runOf(first)
    const other = stranger(['-p', '--resume', run.slice('claude://'.length), 'SLOW-TURN'])
    try {
      const started = await bench.desk.desk.start(home.wish('FURTHER', origin(first, 'resume')))
      expect(started).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', owner: { pid: other.pid } } })
      await home.model.gates.reached('slow-turn')
      home.model.gates.open('slow-turn')
      await other.ended
      expect(speechIn(run)).toEqual({ said: ['HELLO', 'Hello to you.', 'SLOW-TURN', 'The slow turn is over.'], isLine: true })
      expect(bench.desk.desk.news().launches.map(({ id }) => id)).toEqual([first.id])
    } finally {
      other.kill()
    }
  })

  test('opened by another program a moment before: a terminal does not say its first words into it either', async () => {
    const first = await bench.finished('HELLO')
    const run = bench.runOf(first)
    const other = stranger(['-p', '--resume', run.slice('claude://'.length), 'SLOW-TURN'])
    try {
      const started = await bench.desk.desk.start(home.wish('FURTHER', { way: 'terminal', ...origin(first, 'resume') }))
      // On a busy machine the other one says so only after ours has begun: then ours is stopped before it can say anything.
      if (started.ok) await bench.phase(started.value, 'failed')
      else expect(started.failure).toMatchObject({ code: 'live_elsewhere', owner: { pid: other.pid } })
      await home.model.gates.reached('slow-turn')
      home.model.gates.open('slow-turn')
      await other.ended
      expect(speechIn(run)).toEqual({ said: ['HELLO', 'Hello to you.', 'SLOW-TURN', 'The slow turn is over.'], isLine: true })
    } finally {
      other.kill()
    }
  })

  test('opened by another program while ours waits: no message goes into its conversation until that one is gone', async () => {
    const first = await bench.started('HELLO')
    await bench.idle(first)
    const run = bench.runOf(first)
    const other = stranger(['-p', '--resume', run.slice('claude://'.length), 'SLOW-TURN'])
    try {
      await home.model.gates.reached('slow-turn')
      expect(await bench.desk.desk.send(first, 'MORE')).toContain(`process ${other.pid}`)
      home.model.gates.open('slow-turn')
      await other.ended
      expect(speechIn(run)).toEqual({ said: ['HELLO', 'Hello to you.', 'SLOW-TURN', 'The slow turn is over.'], isLine: true })
      expect(await bench.desk.desk.send(first, 'MORE')).toBeNull()
      await bench.idle(first)
      expect(speechIn(run).said).toContain('MORE')
    } finally {
      other.kill()
    }
  })

  test('what its terminal would say: the acts of a run and of an agent', async () => {
    const first = await bench.finished('KEEP-FILE')
    const run = bench.runOf(first)
    const agent = await bench.agent(first, 'KEPT-ONE', 'completed')
    const ofRun = await bench.desk.desk.acts({ run, key: null })
    const ofAgent = await bench.desk.desk.acts({ run, key: agent.key })
    expect(ofRun.ok && ofRun.value.filter(({ reason }) => reason === null).map(({ name }) => name)).toContain('resume')
    expect(ofAgent.ok && ofAgent.value.filter(({ reason }) => reason === null).map(({ name }) => name)).toContain('continue')
    expect(await launchActs.send(first, 'MORE')).toBe('It has ended.')
  })
})
