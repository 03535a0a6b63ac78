import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { TreeView } from '../shared/views'
import { loadRecording } from '../testing/recordings'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { WatchClient, watchWith } from '../testing/watchClient'
import { ended, RUN, TranscriptWriter, task } from '../testing/writeSession'
import type { Engine } from './engine'

const URI = RunUri.parse(`claude://${RUN}`)
const main = () => new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('task a'))
const child = (id: string) => new TranscriptWriter(id).prompt(2, `task ${id}`).text(3, 'k')

let place: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
})
afterEach(() => place.close())

const watch = (run: RunUri | null) => watchWith(engine, run)

async function treeNow(uri = URI): Promise<TreeView> {
  const found = await engine.tree(uri)
  if (!found.ok) throw new Error(found.failure.message)
  return found.value
}

/** What the client holds of one run is what a fresh reading finds. */
async function expectTree(client: WatchClient, uri = URI): Promise<void> {
  expect(client.frames.map((frame) => frame.seq)).toEqual(client.frames.map((_, i) => i))
  const tree = await treeNow(uri)
  const held = [...client.agents.values()].filter((agent) => agent.run === uri)
  const byKey = new Map([...tree.agents, ...tree.unplaced].map((agent) => [agent.key, { run: uri, ...agent }]))
  // How often a file began anew is only known to who watched it.
  const plain = held.map(
    (agent) => [agent.key, { ...agent, source: agent.source && { ...agent.source, restarts: undefined } }] as const,
  )
  expect(new Map(plain)).toEqual(byKey)
}

describe('a watched run', () => {
  it('appears in a root that did not exist', async () => {
    const client = await watch(URI)
    expect(client.frames[0]).toMatchObject({ kind: 'snapshot', runs: [], agents: [] })
    place.write(main().source())
    await client.until(() => client.agents.size === 2)
    place.write(child('a').source())
    await client.until(() => client.has('a', 'completed'))
    await expectTree(client)
  })

  it('loses an agent whose file is deleted, and has it again when it comes back', async () => {
    place.write(main().result(5, 'c', ended('a')).source())
    place.write(child('a').source())
    place.write(child('b').source())
    const client = await watch(URI)
    expect(client.has('b')).toBe(true)
    rmSync(place.at(child('b').source().path))
    await client.until(() => !client.has('b'))
    await expectTree(client)
    place.write(child('b').source())
    await client.until(() => client.has('b'))
    await expectTree(client)
  })

  it('goes agent by agent when the whole session is deleted', async () => {
    place.write(main().source())
    place.write(child('a').source())
    const client = await watch(URI)
    expect(client.agents.size).toBe(2)
    rmSync(place.at('projects'), { recursive: true })
    await client.until(() => client.agents.size === 0)
    place.write(main().source())
    await client.until(() => client.agents.size === 2)
    await expectTree(client)
  })

  it('begins anew when its file is truncated, and goes on from there', async () => {
    const source = main().text(3, 'one').text(4, 'two').source()
    place.write(source)
    const client = await watch(URI)
    expect(client.agents.get(`${URI} ${RUN}`)?.messages).toBe(4)
    truncateSync(place.at(source.path), source.bytes.indexOf(10) + 1)
    await client.until(() => client.agents.get(`${URI} ${RUN}`)?.messages === 1)
    expect(client.agents.size).toBe(1)
    appendFileSync(place.at(source.path), `${main().text(9, 'three').lines.slice(2).join('\n')}\n`)
    await client.until(() => client.agents.get(`${URI} ${RUN}`)?.messages === 2)
    await expectTree(client)
  })

  it('is read anew when another file takes the place of its own', async () => {
    const source = main().source()
    place.write(source)
    const client = await watch(URI)
    const other = new TranscriptWriter().prompt(0, 'go').call(1, 'd', task('other')).text(2, 'k').text(3, 'l')
    place.write({ ...other.source(), path: `${source.path}.new` })
    renameSync(place.at(`${source.path}.new`), place.at(source.path))
    await client.until(() => client.agents.has(`${URI} d`) && !client.agents.has(`${URI} c`))
    await expectTree(client)
  })

  it('keeps up with a recording that is written piece by piece', async () => {
    const { sources } = loadRecording('2.1.327/nested')
    const [{ run } = { run: '' }] = sources
    const uri = RunUri.parse(`claude://${run}`)
    const client = await watch(uri)
    for (const source of sources) {
      mkdirSync(dirname(place.at(source.path)), { recursive: true })
      const step = Math.ceil(source.bytes.length / 5)
      for (let at = 0; at < source.bytes.length; at += step) {
        appendFileSync(place.at(source.path), source.bytes.subarray(at, at + step))
        if (at % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const truth = await treeNow(uri)
    await client.until(
      () =>
        JSON.stringify([...client.agents.values()].map((agent) => agent.updated).sort()) ===
        JSON.stringify(truth.agents.map((agent) => agent.updated).sort()),
    )
    await client.until(() => client.agents.get(`${uri} ${run}`)?.usage.total.requests === truth.usage.requests)
    await expectTree(client, uri)
  })

  it('says nothing after it was closed', async () => {
    place.write(main().source())
    const client = new WatchClient()
    const one = await engine.watch(URI, (frame) => client.take(frame))
    const other = await watch(URI)
    await one.close()
    await one.close()
    place.write(child('a').source())
    await other.until(() => other.has('a'))
    expect(client.frames).toHaveLength(1)
  })
})

describe('all runs', () => {
  it('a session that begins while watching comes with its row and agents', async () => {
    place.write(main().source())
    const client = await watch(null)
    expect(client.rows.has(URI)).toBe(true)
    expect(client.agents.size).toBe(0)
    const fresh = new TranscriptWriter(null, 'fresh').prompt(0, 'hello')
    place.write(fresh.source())
    await client.until(() => client.has('fresh'))
    expect(client.rows.get('claude://fresh')).toMatchObject({ title: 'hello' })
    await expectTree(client, RunUri.parse('claude://fresh'))
  })
})

describe('a run that a process owns', () => {
  let owner: ChildProcess
  beforeEach(() => {
    owner = spawn('sleep', ['600'], { stdio: 'ignore' })
  })
  afterEach(() => {
    owner.kill('SIGKILL')
  })
  const register = (fields: object): void => {
    const procStart = readFileSync(`/proc/${owner.pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')[19]
    mkdirSync(place.at('sessions'), { recursive: true })
    writeFileSync(
      place.at(`sessions/${owner.pid}.json`),
      JSON.stringify({ pid: owner.pid, procStart, sessionId: RUN, ...fields }),
    )
  }

  it.runIf(process.platform === 'linux')('runs, waits, and is orphaned when its process is killed', async () => {
    place.write(main().source())
    place.write(child('a').call(4, 't', {}, 'Bash').source())
    register({ status: 'busy' })
    const client = await watch(null)
    expect([client.has(RUN, 'running'), client.has('a', 'running')]).toEqual([true, true])
    expect(client.rows.get(URI)).toMatchObject({ live: true, phase: 'running', agents: { running: 1, waiting: 0 } })
    register({ status: 'waiting', waitingFor: 'permission prompt' })
    await client.until(() => client.has('a', 'waiting'))
    expect(client.rows.get(URI)).toMatchObject({ agents: { running: 0, waiting: 1 } })
    register({ status: 'busy' })
    await client.until(() => client.has('a', 'running'))
    owner.kill('SIGKILL')
    await client.until(() => client.has('a', 'orphaned') && client.has(RUN, 'orphaned'))
    expect(client.rows.get(URI)).toMatchObject({ live: false })
    await expectTree(client)
  })

  it.runIf(process.platform === 'linux')('a last line without its end counts once the writer is gone', async () => {
    const source = main().text(5, 'the end').source()
    place.write({ ...source, bytes: source.bytes.subarray(0, -1) })
    register({ status: 'busy' })
    const client = await watch(URI)
    expect(client.agents.get(`${URI} ${RUN}`)?.messages).toBe(2)
    owner.kill('SIGKILL')
    await client.until(() => client.agents.get(`${URI} ${RUN}`)?.messages === 3)
    await expectTree(client)
  })

  it.runIf(process.platform === 'linux')('another process under the same number is not its owner', async () => {
    place.write(main().source())
    register({ status: 'busy', procStart: '1' })
    expect((await treeNow()).live).toBe(false)
    register({ status: 'busy' })
    engine = await place.open()
    expect((await treeNow()).live).toBe(true)
  })
})
