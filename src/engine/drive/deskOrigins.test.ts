import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RunUri } from '../../shared/ids'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
import { toyWish } from '../../testing/drive/toyDesk'
import { toyDriver } from '../../testing/drive/toyDriver'
import { logToy } from '../../testing/toy/logToy'

const given = vi.hoisted(() => ({ providers: [] as unknown[] }))
vi.mock('../../core/providers', () => ({ providers: given.providers }))
vi.mock('../../connect/connections', () => ({ connections: [] }))

let bench: ToyBench
beforeEach(() => {
  given.providers.splice(0, Infinity, logToy)
  bench = makeToyBench()
})
afterEach(() => bench.close())

const resume = (run: RunUri) => ({ prompt: 'go on', origin: { how: 'resume', run, key: null, at: null } }) as const

it('resumes what nobody holds, on the same run', async () => {
  const toy = await bench.open()
  const run = await bench.endedRun(toy)
  const launch = await bench.start(toy, resume(run))
  await bench.phase(toy, launch, 'idle')
  expect(toy.launchOf(launch.id)).toMatchObject({ run, origin: { run, how: 'resume' } })
  expect(await toy.desk.start(toyWish(bench.folder, resume(run)))).toMatchObject({
    failure: { code: 'live_elsewhere', message: expect.stringContaining('live here already'), offers: ['fork'] },
  })
  const acts = await toy.desk.acts({ run, key: null })
  if (!acts.ok) throw new Error(acts.failure.message)
  expect(acts.value.find(({ name }) => name === 'focus')?.reason).toBeNull()
  expect(acts.value.find(({ name }) => name === 'resume')?.reason).toBe('It is open here already.')
})

it('what goes on from a run changes nothing of what a new one is offered in that folder', async () => {
  const toy = await bench.open()
  const run = await bench.endedRun(toy)
  await bench.start(toy, { mode: 'careful' })
  for (const how of ['fork', 'render', 'resume'] as const)
    await bench.start(toy, { prompt: 'go on', origin: { how, run, key: null, at: null } })
  expect(await toy.desk.remembered(bench.folder)).toMatchObject({ mode: 'careful' })
})

it('two that resume the same run in the same moment: one is refused, also from another program of ours', async () => {
  const toy = await bench.open()
  const other = await bench.open()
  const run = await bench.endedRun(toy)
  const wish = toyWish(bench.folder, resume(run))
  const both = await Promise.all([toy.desk.start(wish), toy.desk.start(wish), other.desk.start(wish)])
  expect(both.map((one) => (one.ok ? 'started' : `${one.failure.code}: ${one.failure.message.slice(0, 30)}`)).sort()).toEqual([
    'live_elsewhere: It is being opened from here i',
    'live_elsewhere: It is being opened from here i',
    'started',
  ])
})

it('a stranger that opens the session in the same moment: ours is stopped, and says why', async () => {
  const first = await bench.open()
  const run = await bench.endedRun(first)
  const strange = async (): Promise<void> => {
    mkdirSync(bench.place.at('owners'), { recursive: true })
    writeFileSync(bench.place.at(`owners/${run.slice(9)}.${process.pid}`), '')
  }
  const toy = await bench.open({ driver: toyDriver(strange) })
  const launch = await bench.start(toy, { ...resume(run), prompt: '' })
  await toy.until(() => toy.launchOf(launch.id).exit)
  await toy.until(() => toy.launchOf(launch.id).trouble?.includes(`process ${process.pid}`))
  expect(launch.held?.isRunning()).toBe(false)
  expect(await toy.desk.start(toyWish(bench.folder, resume(run)))).toMatchObject({ failure: { code: 'live_elsewhere' } })
})

it('a start that breaks leaves neither a lock nor a launch behind', async () => {
  const first = await bench.open()
  const run = await bench.endedRun(first)
  const before = first.desk.news().launches.length
  let isBroken = true
  const toy = await bench.open({
    driver: toyDriver(() => (isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve())),
  })
  await expect(toy.desk.start(toyWish(bench.folder, resume(run)))).rejects.toThrow('the disk is full')
  isBroken = false
  expect(toy.desk.news().launches).toHaveLength(before)
  await bench.phase(toy, await bench.start(toy, resume(run)), 'idle')
})

it('a new session with what was said: nothing but its text goes along, and the tie stays', async () => {
  const toy = await bench.open()
  const run = await bench.endedRun(toy)
  const origin = { how: 'render', run, key: null, at: null } as const
  const planned = await toy.desk.plan(toyWish(bench.folder, { origin, prompt: 'now what?' }))
  if (!planned.ok) throw new Error(planned.failure.message)
  expect(planned.value.context?.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(planned.value.context?.tokens)
  expect(planned.value.context?.parts.map(({ label, count }) => [label, count])).toEqual([
    ['Prompts', 1],
    ['Answers', 2],
    ['What says that it is an earlier conversation', 0],
  ])
  const launch = await bench.start(toy, { origin, prompt: 'now what?' })
  const next = await toy.until(() => launch.run)
  await toy.until(() => toy.sight(next)?.row.forkedFrom === run)
  const text = readFileSync(bench.fileOf(next), 'utf8')
  expect(text).toContain('heard hello')
  expect(text).toContain('now what?')
  const context = await toy.desk.context({ run, key: null }, 0)
  expect(context.ok && context.value.text).not.toContain('heard hello')
  // Other engines of this state folder know it too, now and later.
  const engine = await bench.place.open({ roots: { logtoy: bench.place.root } })
  const rows = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
  expect(rows.find(({ uri }) => uri === next)?.forkedFrom).toBe(run)
  const tree = await engine.tree(next)
  expect(tree.ok && tree.value.forkedFrom).toBe(run)
})

it('a limit that is passed stops what is ours once, the agent alone where that can be done', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'a child please' })
  const run = await toy.until(() => launch.run)
  await toy.until(() => toy.sight(run)?.agents.get('c1')?.phase === 'waiting')
  const none = { tokens: null, dollars: null, agents: null, depth: null, minutes: null, silence: null }
  const agent = [...(toy.sight(run)?.agents.values() ?? [])].find(({ key }) => key === 'c1')
  expect(toy.desk.setBudget({ ...none, run, key: agent?.key ?? null, minutes: 0.000_01, isStopping: true })).toBeNull()
  await toy.until(() => toy.breaches.length === 1)
  await toy.until(() => readFileSync(bench.fileOf(run, 'toy-c1'), 'utf8').includes('stopped'))
  expect(launch.isActive).toBe(true)
  toy.desk.setBudget({ ...none, run, key: null, agents: 0.5, isStopping: true })
  await bench.phase(toy, launch, 'ended')
  expect(toy.breaches).toMatchObject([
    { limit: 'minutes', outcome: 'stopping' },
    { limit: 'agents', reached: 1, outcome: 'stopping' },
  ])
  // Said only when nothing works any more.
  await toy.until(() => toy.desk.news().breaches.every(({ outcome }) => outcome === 'stopped'))
  const again = await bench.open()
  again.desk.look(new Set([run]))
  expect(again.breaches).toEqual([])
  expect(again.desk.news().breaches).toHaveLength(2)
})

it('what is not ours is warned of and never touched', async () => {
  const toy = await bench.open()
  const run = RunUri.parse('logtoy://theirs')
  const records = [
    { at: Date.now(), ask: 'x' },
    { at: Date.now(), call: { id: 'c1', job: 'y' } },
  ]
  bench.place.write({ path: 'theirs/main.log', bytes: Buffer.from(records.map((one) => `${JSON.stringify(one)}\n`).join('')) })
  await toy.until(() => toy.sight(run)?.agents.has('c1'))
  const none = { tokens: null, dollars: null, depth: null, minutes: null, silence: null }
  toy.desk.setBudget({ ...none, run, key: null, agents: 0.5, isStopping: true })
  await toy.until(() => toy.breaches.length === 1)
  expect(toy.breaches[0]).toMatchObject({ outcome: 'not_ours', reached: 1 })
})

it('a stranger’s run offers only what is safe', async () => {
  const toy = await bench.open()
  const run = await bench.endedRun(toy)
  const acts = await toy.desk.acts({ run, key: null })
  if (!acts.ok) throw new Error(acts.failure.message)
  const open = acts.value.filter(({ reason }) => reason === null).map(({ name }) => name)
  expect(open).toEqual(['resume', 'fork', 'continue', 'render'])
  // A shell may stand anywhere.
  expect(acts.value.find(({ name }) => name === 'resume')?.command).toMatch(/^cd \/toys && \S+toy --resume$/)
})
