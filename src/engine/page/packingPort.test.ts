import { expect, it } from 'vitest'
import { contract } from '../../shared/contract'
import type { ForestFrame } from '../../shared/forestFrame'
import { AgentKey, RunUri } from '../../shared/ids'
import { unpackingPort } from '../../shared/packing/unpackingPort'
import { connect, expose, type Handlers, type RpcTrouble } from '../../shared/rpc'
import { memoryPorts } from '../../testing/memoryPorts'
import { messagePorts } from '../../testing/messagePorts'
import { sketchTree } from '../../testing/sampleTree'
import { packFrames } from './packFrames'
import { packingPort } from './packingPort'

const run = RunUri.parse('x://run')
const { agents } = sketchTree({ children: Array.from({ length: 40 }, (_, i) => ({ name: `number ${i}` })) })
const patch = (seq: number, count: number): ForestFrame => {
  return { kind: 'patch', run, seq, row: null, agents: agents.slice(0, count), removed: [], isWhole: false }
}
const begin: ForestFrame = { kind: 'begin', run, seq: 0, root: AgentKey.parse('run') }

/** What the engine sends is held until `deliver`, which may change it and sends it as the pump does: in one batch. */
function openLine(makePorts: typeof memoryPorts) {
  const [engineEnd, pageEnd] = makePorts()
  const held: unknown[] = []
  const seen: ForestFrame[] = []
  const troubles: RpcTrouble[] = []
  const onTrouble = (trouble: RpcTrouble): void => void troubles.push(trouble)
  const handlers = { readSettings: () => Promise.reject(new Error('never asked')) } as unknown as Handlers<typeof contract>
  const port = packingPort({ ...engineEnd, send: (frame) => void held.push(frame) })
  const server = expose(contract, handlers, port, onTrouble)
  const client = connect(contract, unpackingPort(pageEnd), onTrouble)
  client.on('forest', (frame) => seen.push(frame))
  const deliver = async (change: (frame: unknown) => unknown = (frame) => frame): Promise<void> => {
    const arrived = new Promise<void>((resolve) => pageEnd.onFrame(() => resolve()))
    for (const message of packFrames(held.splice(0).map(change))) engineEnd.send(message)
    await arrived
    engineEnd.close()
  }
  return { server, held, seen, troubles, deliver }
}

const kindsOf = (frames: readonly unknown[]): unknown[] => frames.map((frame) => (frame as { kind: unknown }).kind)
const broken = (frame: unknown): unknown => (kindsOf([frame])[0] === 'packed' ? { ...(frame as object), item: ['z'] } : frame)

it.each([
  ['memory', memoryPorts],
  ['MessagePort', messagePorts],
] as const)('many agents go packed over %s, a few and all else as they are, and arrive in their order', async (_, makePorts) => {
  const { server, held, seen, troubles, deliver } = openLine(makePorts)
  const frames = [begin, patch(1, 40), patch(2, 1), patch(3, 30)]
  for (const frame of frames) expect(server.push('forest', frame)).toBe(true)
  server.push('notices', { level: 'info', code: 'x', message: 'x' })
  expect(kindsOf(held)).toEqual(['item', 'packed', 'item', 'packed', 'item'])
  expect(JSON.stringify(held[1]).length).toBeLessThan(0.5 * JSON.stringify(frames[1]).length)
  await deliver()
  expect(seen).toEqual(frames)
  expect(troubles).toEqual([])
})

it('what arrives broken is reported as a frame that is none, and its neighbours are told', async () => {
  const { server, seen, troubles, deliver } = openLine(memoryPorts)
  for (const frame of [begin, patch(1, 40), patch(2, 1)]) server.push('forest', frame)
  await deliver(broken)
  expect(seen).toEqual([begin, patch(2, 1)])
  expect(troubles.map(({ kind }) => kind)).toEqual(['bad_frame'])
})

it('what unpacks into something else is what the contract says of it', async () => {
  const { server, seen, troubles, deliver } = openLine(memoryPorts)
  server.push('forest', patch(1, 40))
  await deliver((frame) => ({ ...(frame as object), item: { kind: 'patch', agents: ['l', 3, { key: 1 }] } }))
  expect(seen).toEqual([])
  expect(troubles).toMatchObject([{ kind: 'bad_item', name: 'forest' }])
})
