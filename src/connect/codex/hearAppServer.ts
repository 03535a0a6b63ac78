import { asId, asObject } from '../../core/readJson'
import type { Clock } from '../clock'
import type { Ending, Life } from '../keepConnected'
import type { AppServerClient } from './appServerClient'
import type { ThreadStatuses } from './threadStatuses'

export interface AppServerHearing {
  readonly socketPath: string
  /** Fresh ones for every connection. */
  readonly statuses: ThreadStatuses
  readonly clock: Clock
  readonly onChange: () => void
}

/**
 * The first client that says its name gives it to the whole server: it is written into every thread and told to the model's provider.
 * Only this name, of the product's own probe, leaves the server as it is.
 */
const CLIENT_INFO = { name: 'codex_app_server_daemon', title: 'Understory', version: '0.1.0' }

/** What comes by the hundred and says nothing about who works and who waits. */
const UNWANTED = [
  ...['agentMessage/delta', 'plan/delta', 'reasoning/summaryTextDelta', 'reasoning/summaryPartAdded', 'reasoning/textDelta'],
  ...[
    'commandExecution/outputDelta',
    'commandExecution/terminalInteraction',
    'fileChange/outputDelta',
    'fileChange/patchUpdated',
  ],
  ...['mcpToolCall/progress', 'started', 'completed', 'updated'],
].map((name) => `item/${name}`)
const UNWANTED_TOO = [
  ...['turn/started', 'turn/completed', 'turn/diff/updated', 'turn/plan/updated', 'hook/started', 'hook/completed'],
  ...['thread/tokenUsage/updated', 'thread/name/updated', 'thread/goal/updated', 'thread/readState/changed', 'thread/compacted'],
  ...['account/updated', 'account/rateLimits/updated', 'app/list/updated', 'skills/changed', 'mcpServer/startupStatus/updated'],
  ...['configWarning', 'warning', 'deprecationNotice', 'rawResponseItem/completed', 'remoteControl/status/changed'],
]

/** Listens to one app-server until the connection ends. It asks what is loaded; it never resumes, subscribes, answers or changes anything. */
export async function hearAppServer({ socketPath, statuses, clock, onChange }: AppServerHearing, life: Life): Promise<Ending> {
  // It brings all of HTTP with it: ten megabytes in every thread that only reads, were it loaded with the rest.
  const { openAppServerClient } = await import('./appServerClient')
  const client = openAppServerClient(socketPath, clock, {
    onNotification: (method, params) => void (statuses.notify(method, params) && onChange()),
    onRequest: (id, method, params) => void (statuses.request(id, method, params) && onChange()),
  })
  life.signal.addEventListener('abort', client.close)
  if (life.signal.aborted) client.close()
  await client.opened
  const failed = await introduce(client, statuses, life)
  if (failed !== null) client.close()
  const ending = await client.ended
  life.signal.removeEventListener('abort', client.close)
  return failed ?? ending
}

/** Null: all is said, or the connection ended and says itself why. */
async function introduce(client: AppServerClient, statuses: ThreadStatuses, life: Life): Promise<Ending | null> {
  const capabilities = { experimentalApi: false, optOutNotificationMethods: [...UNWANTED, ...UNWANTED_TOO] }
  const hello = await client.call('initialize', { clientInfo: CLIENT_INFO, capabilities })
  if (hello === undefined) return client.isOpen() ? { kind: 'lost', note: 'it did not greet us' } : null
  client.initialized()
  for (const thread of await askLoaded(client)) {
    const askedAt = statuses.moment()
    const read = await client.call('thread/read', { threadId: thread })
    statuses.answer(thread, asObject(read?.['thread'])?.['status'], askedAt)
  }
  if (client.isOpen() && !life.signal.aborted) life.onConnected(versionOf(hello['userAgent']))
  return null
}

/** A server that always says there is more must not keep us asking for ever. */
const MOST_PAGES = 100

async function askLoaded(client: AppServerClient): Promise<string[]> {
  const threads: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.call('thread/loaded/list', cursor === null ? {} : { cursor })
    const data: readonly unknown[] = Array.isArray(answer?.['data']) ? answer['data'] : []
    threads.push(...data.filter((id) => typeof id === 'string'))
    cursor = asId(answer?.['nextCursor'])
    if (cursor === null) break
  }
  return threads
}

/** `codex-tui/0.169.0 (…)` */
function versionOf(userAgent: unknown): string | null {
  return typeof userAgent === 'string' ? (/^[^/\s]+\/(\S+)/.exec(userAgent)?.[1] ?? null) : null
}
