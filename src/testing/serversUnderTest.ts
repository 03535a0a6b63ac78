import { nameServers } from '../connect/opencode/server/nameServers'
import { openServers, type ServersSettings } from '../connect/opencode/server/openServers'
import type { FoundServer } from '../connect/opencode/server/serverFinder'
import type { LiveChannel } from '../core/liveChannel'
import { handTimers } from './handTimers'
import { type SessionServer, type SessionServerOptions, startSessionServer } from './sessionServer'
import { untilChannel } from './untilChannel'

/** Servers and channels of one test, and how to end them all. */
export interface ServersUnderTest {
  serve(options?: SessionServerOptions): Promise<SessionServer>
  /** `servers`: as in the variable. `authorization`: for named ones, and for programs of the product. */
  open(settings: Partial<ServersSettings> & { readonly servers?: string; readonly authorization?: string | null }): OpenedChannel
  /** A channel to a named server, connected. */
  openNamed(server: SessionServer): Promise<OpenedChannel>
  defer(close: () => unknown): void
  close(): Promise<void>
}

interface OpenedChannel {
  readonly channel: LiveChannel
  readonly clock: ReturnType<typeof handTimers>
}

export function serversUnderTest(): ServersUnderTest {
  const closing: (() => unknown)[] = []
  const open: ServersUnderTest['open'] = (settings) => {
    const clock = handTimers(1_000_000)
    const { servers, authorization = null } = settings
    const channel = openServers({
      named: nameServers(servers, authorization),
      authorizationOf: () => Promise.resolve(authorization),
      find: () => [],
      atWork: () => [],
      clock,
      ...settings,
    })
    closing.push(() => channel.close())
    return { channel, clock }
  }
  return {
    open,
    async serve(options) {
      const server = await startSessionServer(options)
      closing.push(() => server.close())
      return server
    },
    async openNamed(server) {
      const opened = open({ servers: server.url })
      await isConnected(opened.channel)
      return opened
    },
    defer: (close) => void closing.push(close),
    async close() {
      for (const close of closing.splice(0).reverse()) await close()
    },
  }
}

export function foundServer(server: SessionServer, more: Partial<FoundServer> = {}): FoundServer {
  return { url: server.url, pid: 77, startedAt: 500, identity: 'socket-1', ...more }
}

export function isConnected(channel: LiveChannel): Promise<void> {
  return untilChannel(channel, () => stateOf(channel) === 'connected')
}

export function stateOf(channel: LiveChannel): string | undefined {
  return channel.channels()[0]?.state
}

export function doing(channel: LiveChannel, id: string): string | null | undefined {
  return channel.threads().get(id)?.activity
}

export function toBe(channel: LiveChannel, id: string, activity: string | null | undefined): Promise<void> {
  return untilChannel(channel, () => doing(channel, id) === activity)
}

export function busy(sessionID: string): unknown {
  return { id: 'e', type: 'session.status', properties: { sessionID, status: { type: 'busy' } } }
}

export function idle(sessionID: string): unknown {
  return { id: 'e', type: 'session.status', properties: { sessionID, status: { type: 'idle' } } }
}

export function permission(id: string, sessionID: string): unknown {
  return { id, sessionID, permission: 'bash', patterns: [], metadata: { command: 'ls' } }
}

export function asked(id: string, sessionID: string): unknown {
  return { id: 'e', type: 'permission.asked', properties: permission(id, sessionID) }
}
