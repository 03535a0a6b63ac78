import { chmodSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
