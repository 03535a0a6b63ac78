import { type SessionServer, startSessionServer } from '../../src/testing/sessionServer'
import { GrowingDatabase } from './harness/GrowingDatabase'
import type { World } from './harness/World'

/** A run of OpenCode whose agent asks for a permission: its database, and the server that tells so. */
export interface WaitingServer {
  readonly database: GrowingDatabase
  readonly server: SessionServer
  /** What the program is told of it. */
  readonly variables: Readonly<Record<string, string>>
  /** Once somebody listens. */
  work(): Promise<void>
  ask(): void
  answer(): void
  /** It failed, and tries again in so many seconds. */
  retry(seconds: number): void
  close(): Promise<void>
}

export const WAITING_TITLE = 'Permission test'

export async function startWaitingServer(world: World): Promise<WaitingServer> {
  const recording = world.recordingOf('opencode', '1.18.34/permission')
  const [run = '', child = ''] = recording.runs[0]?.agents.map(({ id }) => id ?? '') ?? []
  const database = new GrowingDatabase(recording, world.rootOf('opencode'))
  database.writeUntil('"output":"hello')
  const server = await startSessionServer()
  const say = (type: string, properties: object): void => server.say({ id: 'evt_1', type, properties })
  const request = {
    id: 'per_1',
    sessionID: child,
    permission: 'bash',
    patterns: ['echo hello'],
    metadata: { command: 'echo hello' },
  }
  return {
    database,
    server,
    variables: { UNDERSTORY_OPENCODE_SERVERS: `only,${server.url}` },
    async work() {
      await server.streams(1)
      for (const session of [run, child]) say('session.status', { sessionID: session, status: { type: 'busy' } })
    },
    ask: () => say('permission.asked', request),
    answer: () => say('permission.replied', { sessionID: child, requestID: request.id, reply: 'once' }),
    retry(seconds) {
      const status = { type: 'retry', attempt: 1, message: 'overloaded', next: Date.now() + seconds * 1000 }
      say('session.status', { sessionID: child, status })
    },
    async close() {
      database.close()
      await server.close()
    },
  }
}
