import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { TreeView } from '../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { ended, RUN, sourceAt, TranscriptWriter, task } from '../testing/writeSession'

const uri = RunUri.parse(`claude://${RUN}`)
const ALL = { provider: null, project: null, liveOnly: false, limit: null }
const child = 'a1b2c3d4e5f60718a'
const childFile = `projects/-home-dev-acme/${RUN}/subagents/agent-${child}.jsonl`
const mainFile = `projects/-home-dev-acme/${RUN}.jsonl`
const isRoot = process.getuid?.() === 0

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
  place.write(new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_1', task('Look')).result(5, 'toolu_1', ended(child)).source())
  place.write(new TranscriptWriter(child).prompt(2, 'Look').text(3, 'Seen').source())
})
afterEach(() => place.close())

async function look(): Promise<TreeView> {
  const engine = await place.open()
  const tree = await engine.tree(uri)
  if (!tree.ok) throw new Error(tree.failure.message)
  return tree.value
}

it('says of an agent whose file is gone that it is, and does not call its cost nothing', async () => {
  expect((await look()).agents[1]).not.toHaveProperty('unreadable')
  rmSync(place.at(childFile))
  const tree = await look()
  expect(tree.agents[1]).toMatchObject({ phase: 'completed', unreadable: 'its file is gone', cost: { own: null, total: null } })
  expect(tree.cost.complete).toBe(false)
  expect(tree.agents[0]).not.toHaveProperty('unreadable')
})

it('a launched agent without a file is missed once nobody can write it any more', async () => {
  const launched = { isAsync: true, status: 'async_launched', agentId: 'b1b2c3d4e5f60718a', description: 'x' }
  place.write(new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_2', task('Look')).result(5, 'toolu_2', launched).source())
  expect((await look()).agents.at(-1)).toMatchObject({
    id: launched.agentId,
    unreadable: 'no file of it was found',
    cost: { own: null },
  })
})

describe('a rollout of an agent that others tell of', () => {
  const HOME = join(import.meta.dirname, '../../fixtures/codex/0.169.0/v1-parallel/codex-home')
  const DAY = 'sessions/2026/11/18'
  const NAME = 'rollout-2026-11-18T11-38-19-01a1ee73-5a95-7a51-8384-e8ae99eb0afa.jsonl'
  const CODEX = RunUri.parse('codex://01a1ee73-5a29-7fe3-9af8-1a3d7abcd619')

  async function lookAt(change: (file: string) => void): Promise<TreeView> {
    cpSync(HOME, place.at('codex'), { recursive: true })
    change(place.at(`codex/${DAY}/${NAME}`))
    const engine = await place.open({ roots: { codex: place.at('codex') } })
    const tree = await engine.tree(CODEX)
    if (!tree.ok) throw new Error(tree.failure.message)
    return tree.value
  }
  const agentOf = ({ agents }: TreeView) => agents.find(({ id }) => NAME.includes(id ?? 'none'))

  it('is gone: its cost is not nothing', async () => {
    const tree = await lookAt((file) => rmSync(file))
    expect(agentOf(tree)).toMatchObject({ phase: 'completed', cost: { own: null }, unreadable: 'its file is gone' })
    expect(tree.cost.complete).toBe(false)
  })

  it('is all that the root is known by: what has no price is not free', async () => {
    const tree = await lookAt((file) =>
      rmSync(file.replace(NAME, NAME.replace(/01a1ee73-5a95.*/, '01a1ee73-5a29-7fe3-9af8-1a3d7abcd619.jsonl'))),
    )
    expect(tree.usage.requests).toBeGreaterThan(0)
    expect(tree.cost).toMatchObject({ usd: null, complete: false })
    expect(tree.agents[0]?.cost.total).toBe(null)
  })

  it('is damaged: the run that started it says so', async () => {
    const tree = await lookAt((file) => {
      rmSync(file)
      writeFileSync(`${file}.zst`, 'no archive at all')
    })
    expect(agentOf(tree)).toMatchObject({ cost: { own: null }, unreadable: 'cannot be read: it is not packed as its name says' })
    expect(tree.problems).toMatchObject([{ code: 'unreadable', source: `${DAY}/${NAME}.zst` }])
  })
})

it.skipIf(isRoot || process.platform === 'win32')('says why an agent cannot be read, until it can', async () => {
  chmodSync(place.at(childFile), 0)
  const tree = await look()
  expect(tree.agents[1]).toMatchObject({ unreadable: 'cannot be read: EACCES', cost: { own: null, total: null } })
  expect(tree.cost.complete).toBe(false)
  expect(tree.problems).toMatchObject([{ code: 'unreadable', source: childFile }])
  const engine = await place.open()
  expect((await engine.list(ALL))[0]?.cost.complete).toBe(false)
  chmodSync(place.at(childFile), 0o644)
  expect((await look()).agents[1]).not.toHaveProperty('unreadable')
  expect((await (await place.open()).list(ALL))[0]?.cost.complete).toBe(true)
})

it.skipIf(isRoot || process.platform === 'win32')('still lists a run whose own transcript cannot be read', async () => {
  chmodSync(place.at(mainFile), 0)
  const [row] = await (await place.open()).list(ALL)
  expect(row).toMatchObject({ uri, title: '-home-dev-acme aaaaaaaa', unreadable: 'cannot be read: EACCES' })
})

it('names a run without a visible word by its project and its id', async () => {
  place.write(new TranscriptWriter().prompt(0, '\u200b\u200e \u2060\n').text(1, 'Yes').source())
  expect((await look()).title).toBe('acme aaaaaaaa')
  const typed = task('Look', { subagent_type: '\ufeff\u00ad', description: '\u200b' })
  place.write(new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_1', typed).source())
  expect((await look()).agents[1]).toMatchObject({ type: null, description: null })
})

it('shows of an agent that is done what it said in the end, else what its caller was told', async () => {
  place.write(
    new TranscriptWriter(child)
      .prompt(2, 'Look')
      .text(3, 'Seen it all\nand more')
      .call(4, 'toolu_b', { command: 'ls' }, 'Bash')
      .source(),
  )
  expect((await look()).agents[1]).toMatchObject({ phase: 'completed', activity: 'Seen it all' })
  place.write(new TranscriptWriter(child).prompt(2, 'Look').call(4, 'toolu_b', { command: 'ls' }, 'Bash').source())
  expect((await look()).agents[1]).toMatchObject({ phase: 'completed', activity: 'done' })
})

it('knows the branch of the last record that names one', async () => {
  const branch = (gitBranch: string) => ({ gitBranch })
  const writer = new TranscriptWriter()
    .prompt(0, 'Go', branch('main'))
    .say(1, [{ type: 'text', text: 'Yes' }], 'end_turn', branch('next'))
  place.write(writer.text(2, 'More').source())
  expect((await look()).branch).toBe('next')
  expect((await (await place.open()).list(ALL))[0]?.branch).toBe('next')
})

it('tells at once that a transcript began anew, also where nothing else differs', async () => {
  place.write(new TranscriptWriter().prompt(0, 'Go').text(1, 'Yes').text(2, 'Yes').source())
  const engine = await place.open()
  let told: () => void = () => undefined
  const isTold = new Promise<void>((resolve) => {
    told = resolve
  })
  const watch = await engine.watch(uri, ({ kind, agents }) => {
    if (kind === 'patch' && agents.some(({ source }) => source?.restarts === 1)) told()
  })
  const other = new TranscriptWriter().prompt(0, 'Go').text(1, 'Ye').text(2, 'Ye')
  const source = sourceAt(mainFile, `${other.lines.join('\n')}\n`, RUN)
  place.write(source)
  await isTold
  await watch.close()
})
