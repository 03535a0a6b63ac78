import { expect, it } from 'vitest'
import { memoryPorts } from '../testing/memoryPorts'
import { contract } from './contract'
import { RpcError } from './fault'
import { ProviderId, RunUri } from './ids'
import { connect, expose, type Handlers } from './rpc'

it('has both ends made from it', async () => {
  const [engineEnd, pageEnd] = memoryPorts()
  const nothing = () => Promise.reject(new RpcError({ code: 'not_found', message: 'no such run' }))
  const handlers: Handlers<typeof contract> = {
    listRuns: async ({ provider, limit }) => (provider === 'x' && limit === 5 ? [] : nothing()),
    openRun: nothing,
    readTranscript: nothing,
    readTail: nothing,
    listLinks: nothing,
    doctor: nothing,
  }
  const server = expose(contract, handlers, engineEnd, (trouble) => expect.unreachable(trouble.kind))
  const client = connect(contract, pageEnd, (trouble) => expect.unreachable(trouble.kind))
  const notices: unknown[] = []
  const frames: unknown[] = []
  client.on('notices', (notice) => void notices.push(notice))
  client.on('patches', (frame) => void frames.push(frame))
  server.push('notices', { level: 'warning', code: 'polling', message: 'watching by polling' })
  server.push('patches', { kind: 'snapshot', seq: 0, runs: [], agents: [] })
  const filter = { provider: ProviderId.parse('x'), project: null, liveOnly: false, limit: 5 }
  expect(await client.call('listRuns', filter)).toEqual([])
  await expect(client.call('openRun', { run: RunUri.parse('x://y') })).rejects.toMatchObject({ fault: { code: 'not_found' } })
  expect(notices).toHaveLength(1)
  expect(frames).toHaveLength(1)
})
