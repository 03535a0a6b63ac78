import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { WatchedAgent } from '../shared/views'
import { loadRecording } from '../testing/recordings'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import type { Engine } from './engine'

const NESTED = loadRecording('2.1.327/nested')
const LINES = readFileSync(join(dirname(NESTED.expected), 'stream.ndjson'), 'utf8').split('\n')
const ID = LINES.flatMap((line) => /"session_id":"([^"]+)"/.exec(line)?.[1] ?? [])[0] ?? ''
const RUN = RunUri.parse(`claude://${ID}`)
const OWN = LINES.filter((line) => line.includes(ID))
const ALL = { provider: null, project: null, liveOnly: false, limit: null }

const roots: TemporaryRoot[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.close()
})

function makeRoot(): TemporaryRoot {
  const root = makeTemporaryRoot()
  roots.push(root)
  mkdirSync(root.root, { recursive: true })
  mkdirSync(root.state, { recursive: true })
  return root
}

/** As the keeper lays it down. */
function launch(root: TemporaryRoot, name: string, lines: readonly string[], note: object = {}): string {
  const folder = join(root.state, 'launches', name)
  mkdirSync(folder, { recursive: true })
  const memo = { run: ID, version: '2.1.327', way: 'headless', promotion: null }
  const state = { format: 1, id: name, startedAt: 1_790_000_000_000, note: { launch: 'l', provider: 'claude', memo, ...note } }
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state))
  writeFileSync(join(folder, 'out'), lines.map((line) => `${line}\n`).join(''))
  return folder
}

async function treeIn(engine: Engine) {
  const tree = await engine.tree(RUN)
  if (!tree.ok) throw new Error(tree.failure.message)
  return tree.value
}

function shapeOf(agents: readonly WatchedAgent[] | Awaited<ReturnType<typeof treeIn>>['agents']) {
  return agents.map(({ key, id, parent, number, depth, type, description, phase, usage, tools }) => ({
    ...{ key, id, parent, number, depth, type, description, phase, usage, tools },
  }))
}

describe('what a session of ours says on its output', () => {
  it('changes nothing of a run whose files are there: row, tree, transcript, doctor', async () => {
    const without = makeRoot()
    const having = makeRoot()
    for (const root of [without, having]) root.add(NESTED)
    launch(having, 'h-1', OWN)
    const [plain, streamed] = [await without.open(), await having.open()]
    expect(await streamed.list(ALL)).toEqual(await plain.list(ALL))
    expect(shapeOf((await treeIn(streamed)).agents)).toEqual(shapeOf((await treeIn(plain)).agents))
    expect((await treeIn(streamed)).problems).toEqual((await treeIn(plain)).problems)
    const page = { before: null, limit: 50 }
    for (const { key } of (await treeIn(plain)).agents) {
      const target = { run: RUN, key }
      expect(await streamed.transcript(target, page)).toEqual(await plain.transcript(target, page))
      expect(await streamed.tail(target, 5)).toEqual(await plain.tail(target, 5))
    }
    const [before, after] = [await plain.doctor(), await streamed.doctor()]
    expect(after.stores).toEqual(before.stores)
    expect(after.problems).toEqual(before.problems)
    expect(after.unknownRecordTypes).toEqual(before.unknownRecordTypes)
    expect(after.roots.map(({ runs, files, bytes }) => [runs, files, bytes])).toEqual(
      before.roots.map(({ runs, files, bytes }) => [runs, files, bytes]),
    )
  })

  it('is a source of the tree that the CLI shows later, noticed when it grows, and gone when it is forgotten', async () => {
    const root = makeRoot()
    const folder = launch(root, 'h-1', OWN.slice(0, 3))
    const count = async () => (await (await root.open()).list(ALL)).map(({ agents }) => agents.total)
    const early = await count()
    writeFileSync(join(folder, 'out'), `${OWN.join('\n')}\n`)
    expect(early).not.toEqual(await count())
    const { agents, problems } = await treeIn(await root.open())
    expect([agents.length > 2, problems]).toEqual([true, []])
    const links = await (await root.open()).links(RUN)
    const evidence = links.ok ? links.value.flatMap((row) => row.evidence).filter(({ kind }) => kind === 'stream') : []
    expect(evidence.length).toBeGreaterThan(1)
    for (const { source } of evidence) {
      expect(source?.path).toBe('launched/h-1')
      expect(OWN[(source?.line ?? 0) - 1]).toContain('"task_started"')
    }
    rmSync(folder, { recursive: true })
    expect(await (await root.open()).list(ALL)).toEqual([])
    expect((await (await root.open()).tree(RUN)).ok).toBe(false)
  })

  it('says nothing of sessions in terminals, of other products and of ones that said nothing yet', async () => {
    const root = makeRoot()
    const memo = { run: ID, version: '2.1.327', way: 'terminal', promotion: null }
    launch(root, 'h-1', OWN, { memo })
    launch(root, 'h-2', OWN, { provider: 'codex' })
    launch(root, 'h-3', OWN, { memo: null })
    launch(root, 'h-4', [])
    mkdirSync(join(root.state, 'launches', 'h-5'))
    const engine = await root.open()
    expect(await engine.list(ALL)).toEqual([])
    expect((await engine.tree(RUN)).ok).toBe(false)
  })

  it('is not listened to while recordings are played', async () => {
    const root = makeRoot()
    launch(root, 'h-1', OWN)
    expect(await (await root.open({ isPlayed: true })).list(ALL)).toEqual([])
  })
})

describe('a watch', () => {
  it('tells of a node from the output, line by line, before any file is there, and ends with the tree of the files', async () => {
    const root = makeRoot()
    const engine = await root.open()
    const agents = new Map<string, WatchedAgent>()
    const waiting = new Set<() => void>()
    const watch = await engine.watch(null, (frame) => {
      for (const agent of frame.agents) agents.set(agent.key, agent)
      if (frame.kind === 'patch') for (const name of frame.removed) agents.delete(name.split(' ')[1] ?? '')
      for (const look of [...waiting]) look()
    })
    const until = (test: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!test()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    const called = OWN.findIndex((line) => line.includes('"name":"Agent"'))
    const folder = launch(root, 'h-1', [])
    for (const line of OWN.slice(0, called)) appendFileSync(join(folder, 'out'), `${line}\n`)
    appendFileSync(join(folder, 'out'), `${OWN[called]}\n`)
    await until(() => [...agents.values()].some(({ depth }) => depth === 1))
    for (const line of OWN.slice(called + 1)) appendFileSync(join(folder, 'out'), `${line}\n`)
    const truth = makeRoot()
    truth.add(NESTED)
    const expected = await treeIn(await truth.open())
    await until(() => [...agents.values()].filter(({ depth }) => depth > 0).length === expected.agents.length - 1)
    // Put in place at once: half a file would be a state that no CLI leaves behind.
    cpSync(NESTED.root, join(root.state, 'aside'), { recursive: true })
    rmSync(root.root, { recursive: true })
    renameSync(join(root.state, 'aside'), root.root)
    const whole = JSON.stringify(shapeOf(expected.agents))
    await until(() => JSON.stringify(shapeOf(expected.agents.flatMap(({ key }) => agents.get(key) ?? []))) === whole)
    expect(agents.size).toBe(expected.agents.length)
    await watch.close()
  })
})
