import { afterEach, beforeEach, expect, it } from 'vitest'
import { contract } from '../../shared/contract'
import { RpcError } from '../../shared/fault'
import type { ForestFrame } from '../../shared/forestFrame'
import { AgentKey, RunUri } from '../../shared/ids'
import { expose, type Handlers, type Server } from '../../shared/rpc'
import type { AgentView } from '../../shared/views'
import { type ClosablePort, memoryPorts } from '../../testing/memoryPorts'
import { sketchTree } from '../../testing/sampleTree'
import { emptyForest } from '../store/applyForestFrame'
import { useClient } from '../store/client'
import { useForest } from '../store/forest'
import { noRuns, useRuns } from '../store/runs'
import { useTold } from '../store/told'
import { hueIn, useTypeColours } from '../store/typeColours'
import { useUi } from '../store/ui'
import { connectPage } from './connectPage'
import type { PortListeners } from './openPort'

const run = RunUri.parse('x://run')
const root = AgentKey.parse('run')
const sample = sketchTree({}).agents[0]!
const rootView: AgentView = { ...sample, key: root, parent: null, depth: 0, number: 1 }
const child = (name: string): AgentView => ({ ...sample, key: AgentKey.parse(name), parent: root, depth: 1, number: 1 })
const patch = (seq: number, agents: AgentView[], isWhole = true): ForestFrame => {
  return { kind: 'patch', run, seq, row: null, agents, removed: [], isWhole }
}

/** The engine's end of one connection, and what it was asked. */
interface Line {
  readonly server: Server<typeof contract>
  readonly port: ClosablePort
  readonly asked: string[]
  tell(...frames: ForestFrame[]): Promise<void>
}

let shell: PortListeners
let stop: () => void
let helloFails = false

function dial(): Line {
  const [engineEnd, pageEnd] = memoryPorts()
  const asked: string[] = []
  const answer = (name: string) => async (input: unknown) => {
    asked.push(name === 'followRun' || name === 'unfollowRun' ? `${name} ${(input as { run: string }).run}` : name)
    if (name === 'hello' && helloFails) throw new RpcError({ code: 'not_supported', message: 'no' })
    if (name === 'readTypeColours') return [{ type: 'fixer', colour: '#2563eb' }]
    const can = { openLink: false, revealFile: false, chooseFolder: false, notify: false }
    return name === 'hello' ? { version: '1', kind: 'app', platform: 'linux', can } : {}
  }
  // Every call of the contract has an answer; only the five that connectPage makes matter.
  const handlers = Object.fromEntries(Object.keys(contract.calls).map((name) => [name, answer(name)])) as unknown
  const server = expose(contract, handlers as Handlers<typeof contract>, engineEnd, () => undefined)
  const tell = async (...frames: ForestFrame[]): Promise<void> => {
    for (const frame of frames) server.push('forest', frame)
    await settled()
  }
  shell.onPort(pageEnd)
  return { server, port: engineEnd, asked, tell }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const connection = () => useClient.getState().connection
const shownAgents = () => [...useForest.getState().agents.keys()]

beforeEach(() => {
  helloFails = false
  useClient.setState({ connection: { kind: 'connecting' } })
  useForest.setState(emptyForest(null), true)
  useRuns.setState({ ...noRuns, rows: new Map() }, true)
  useTold.setState({ notices: [] })
  useTypeColours.setState({ byRun: new Map() })
  useUi.setState({ run: null, selected: null })
  stop = connectPage((listeners) => {
    shell = listeners
    return () => undefined
  })
})
afterEach(() => stop())

it('greets, then follows the list and the run that is shown', async () => {
  useUi.setState({ run })
  const line = dial()
  await settled()
  expect(connection().kind).toBe('open')
  expect(line.asked).toEqual(['hello', 'followRuns', 'followRun x://run'])
})

it('another run is followed instead, and the end of its transcript is asked for before the engine is busy with it', async () => {
  const line = dial()
  await settled()
  useUi.setState({ run })
  useUi.setState({ run: RunUri.parse('x://other') })
  await settled()
  expect(line.asked.slice(2)).toEqual(['readTail', 'followRun x://run', 'unfollowRun x://run', 'readTail', 'followRun x://other'])
})

it('an address that arrives with the first answer is gone to', async () => {
  const line = dial()
  line.server.push('goTo', { run, key: root })
  await settled()
  expect(useUi.getState()).toMatchObject({ run, selected: root })
})

it('after a loss the page keeps what it showed, says why and since when, and gets everything anew without a flicker', async () => {
  useUi.setState({ run })
  const first = dial()
  await settled()
  await first.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView, child('a')]))
  shell.onLost('The engine stopped.', 123)
  const lost = connection()
  expect(lost).toMatchObject({ kind: 'lost', reason: 'The engine stopped.', retryAt: 123 })
  shell.onLost('It is being started again.', 456)
  expect(connection()).toMatchObject({ since: lost.kind === 'lost' ? lost.since : 0, retryAt: 456 })

  const second = dial()
  await settled()
  expect(second.asked).toContain('followRun x://run')
  const states: number[] = []
  const unsubscribe = useForest.subscribe(({ agents }) => states.push(agents.size))
  await second.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView], false), patch(2, [child('b')]))
  unsubscribe()
  expect(shownAgents()).toEqual(['run', 'b'])
  expect(states).toEqual([2])
})

it('a run that begins is asked for the colours that its definitions name', async () => {
  useUi.setState({ run })
  const line = dial()
  await settled()
  const before = hueIn(run, 'fixer')
  await line.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView]))
  await settled()
  expect(line.asked).toContain('readTypeColours')
  expect(hueIn(run, 'fixer')).toBeGreaterThan(before)
})

it('late words of a connection that was given up change nothing', async () => {
  useUi.setState({ run })
  const old = dial()
  await settled()
  const now = dial()
  await settled()
  await now.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView]))
  old.server.push('forest', { kind: 'begin', run, seq: 0, root })
  await old.tell(patch(1, [child('ghost')]))
  old.server.push('notices', { level: 'error', code: 'old', message: 'old' })
  await settled()
  expect(shownAgents()).toEqual(['run'])
  expect(useTold.getState().notices).toEqual([])
})

it('a connection that dies while greeting is not mistaken for an open one', async () => {
  const line = dial()
  line.port.close()
  shell.onLost('cut', null)
  await settled()
  expect(connection()).toMatchObject({ kind: 'lost', reason: 'cut' })
})

it('an engine that refuses the greeting is said to', async () => {
  helloFails = true
  dial()
  await settled()
  expect(connection()).toMatchObject({ kind: 'lost', reason: 'The engine does not answer.' })
})

it('a gap is asked for once, however many frames follow it, and what was shown stays', async () => {
  useUi.setState({ run })
  const line = dial()
  await settled()
  await line.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView]))
  await line.tell(patch(3, [child('a')]), patch(4, [child('b')]), patch(5, [child('c')]))
  expect(line.asked.filter((name) => name.startsWith('followRun '))).toHaveLength(2)
  expect(shownAgents()).toEqual(['run'])
  await line.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView, child('a')]))
  expect(shownAgents()).toEqual(['run', 'a'])
})

it('a packed message that is broken is said, shows nothing, and has the run followed anew', async () => {
  useUi.setState({ run })
  const line = dial()
  await settled()
  await line.tell({ kind: 'begin', run, seq: 0, root }, patch(1, [rootView]))
  line.port.send({
    kind: 'packed',
    name: 'forest',
    item: { ...patch(2, []), agents: ['l', 9, { key: ['t', ['a']] }], removed: ['l', 0, null] },
  })
  await line.tell(patch(3, [child('b')]))
  expect(useTold.getState().notices).toMatchObject([{ level: 'error', code: 'bad_frame' }])
  expect(shownAgents()).toEqual(['run'])
  expect(line.asked.filter((name) => name.startsWith('followRun '))).toHaveLength(2)
  line.port.send({ kind: 'packed', name: 'forest', item: { kind: 'begin', run, seq: 0, root } })
  await line.tell(patch(1, [rootView, child('a')]))
  expect(shownAgents()).toEqual(['run', 'a'])
})

it('listens once, also when it is started, stopped and started again', async () => {
  stop()
  stop = connectPage((listeners) => {
    shell = listeners
    return () => undefined
  })
  const line = dial()
  await settled()
  useUi.setState({ run })
  await settled()
  line.server.push('notices', { level: 'info', code: 'x', message: 'once' })
  await settled()
  expect(line.asked.filter((name) => name.startsWith('followRun '))).toHaveLength(1)
  expect(useTold.getState().notices).toHaveLength(1)
})

it('once stopped nothing changes any more', async () => {
  const line = dial()
  await settled()
  stop()
  line.server.push('notices', { level: 'info', code: 'x', message: 'late' })
  await settled()
  expect(useTold.getState().notices).toEqual([])
})
