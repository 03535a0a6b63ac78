import { asObject } from '../../../core/readJson'
import type { Clock } from '../../clock'
import type { Asked, SessionStatus } from './readEvent'
import { readPermission, readQuestion, readStatus } from './readEvent'
import type { FolderSnapshot } from './serverSessions'

/** How to speak to one server, as long as a connection lasts. Only GET is ever used. */
export interface ServerLine {
  /** `http://host:port`, without a password. */
  readonly url: string
  /** The value of the header; null: none is sent. */
  readonly authorization: string | null
  readonly signal: AbortSignal
  readonly clock: Clock
}

const ANSWERS_WITHIN_MS = 10_000

export function get({ url, authorization }: ServerLine, path: string, accept: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept }
  if (authorization !== null) headers['authorization'] = authorization
  // Redirected elsewhere, the password would go along.
  return fetch(url + path, { headers, signal, redirect: 'error', cache: 'no-store' })
}

/** The JSON behind a route; undefined: it did not answer in time, or not with JSON. */
export async function ask(line: ServerLine, path: string): Promise<unknown> {
  const late = new AbortController()
  const cancel = line.clock.after(ANSWERS_WITHIN_MS, () => late.abort())
  try {
    const response = await get(line, path, 'application/json', AbortSignal.any([line.signal, late.signal]))
    if (response.ok) return await response.json()
    await response.body?.cancel()
    return undefined
  } catch {
    return undefined
  } finally {
    cancel()
  }
}

/** Routes that a server has. Releases before 1.1 send what they do not know on to the internet, so only known ones are asked. */
export interface Routes {
  readonly health: boolean
  readonly permission: boolean
  readonly question: boolean
}

export async function askRoutes(line: ServerLine): Promise<Routes> {
  const paths = asObject(asObject(await ask(line, '/doc'))?.['paths'])
  const has = (path: string): boolean => paths?.[path] !== undefined
  return { health: has('/global/health'), permission: has('/permission'), question: has('/question') }
}

export async function askVersion(line: ServerLine): Promise<string | null> {
  const version = asObject(await ask(line, '/global/health'))?.['version']
  return typeof version === 'string' ? version : null
}

/** Who works and who waits in one folder. The server must know the folder already: asked for another it starts to serve it. */
export async function askFolder(line: ServerLine, directory: string, routes: Routes): Promise<FolderSnapshot> {
  const query = `?directory=${encodeURIComponent(directory)}`
  const [statuses, permissions, questions] = await Promise.all([
    ask(line, `/session/status${query}`),
    routes.permission ? ask(line, `/permission${query}`) : undefined,
    routes.question ? ask(line, `/question${query}`) : undefined,
  ])
  return {
    statuses: readStatuses(statuses),
    permissions: readList(permissions, readPermission),
    questions: readList(questions, readQuestion),
  }
}

function readStatuses(value: unknown): ReadonlyMap<string, SessionStatus> | null {
  const answer = asObject(value)
  if (answer === null) return null
  const statuses = new Map<string, SessionStatus>()
  for (const [session, one] of Object.entries(answer)) {
    const status = readStatus(one)
    if (status !== null) statuses.set(session, status)
  }
  return statuses
}

function readList(value: unknown, read: (value: unknown) => Asked | null): readonly Asked[] | null {
  return Array.isArray(value) ? value.flatMap((one) => read(one) ?? []) : null
}
