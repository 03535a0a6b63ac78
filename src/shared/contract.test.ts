import { expect, it } from 'vitest'
import { memoryPorts } from '../testing/memoryPorts'
import { contract } from './contract'
import { RpcError } from './fault'
import { AgentKey, RunUri } from './ids'
import { connect, expose, type Handlers } from './rpc'

const run = RunUri.parse('x://y')

it('has both ends made from it', async () => {
  const [engineEnd, pageEnd] = memoryPorts()
  const missing = () => Promise.reject(new RpcError({ code: 'not_found', message: 'no such run' }))
  // Whatever is not told here is missing: the compiler demands a handler for each, this test only some.
  const all: Partial<Handlers<typeof contract>> = Object.fromEntries(Object.keys(contract.calls).map((name) => [name, missing]))
  const handlers = {
    ...all,
    resolve: async ({ text }: { text: string }) => (text === 'x://y/k' ? { run, key: AgentKey.parse('k') } : missing()),
  } as Handlers<typeof contract>
  const server = expose(contract, handlers, engineEnd, (trouble) => expect.unreachable(trouble.kind))
  const client = connect(contract, pageEnd, (trouble) => expect.unreachable(trouble.kind))
  const notices: unknown[] = []
  const frames: unknown[] = []
  client.on('notices', (notice) => void notices.push(notice))
  client.on('forest', (frame) => void frames.push(frame))
  server.push('notices', { level: 'warning', code: 'polling', message: 'watching by polling' })
  server.push('forest', { kind: 'begin', run, seq: 0, root: AgentKey.parse('y') })
  expect(await client.call('resolve', { text: 'x://y/k' })).toEqual({ run: 'x://y', key: 'k' })
  await expect(client.call('followRun', { run })).rejects.toMatchObject({ fault: { code: 'not_found' } })
  expect(notices).toHaveLength(1)
  expect(frames).toEqual([{ kind: 'begin', run: 'x://y', seq: 0, root: 'y' }])
})
