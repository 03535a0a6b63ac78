import { isServeToken } from './serveToken'

/** What the door knows of a request. Header values as they arrived. */
export interface Knock {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly cookie: string | undefined
}

export interface Door {
  readonly token: string
  readonly cookieName: string
  readonly hosts: ReadonlySet<string>
}

export type Verdict =
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 405; readonly line: string }
  | { readonly kind: 'health' }
  /** The token came with the link: it moves into a cookie and out of the address bar. */
  | { readonly kind: 'enter' }
  | { readonly kind: 'file'; readonly path: string; readonly host: string }
  | { readonly kind: 'socket' }

export const socketPath = '/socket'

const refuse = (line: string, status: 400 | 403 | 405 = 403): Verdict => ({ kind: 'refused', status, line })

/** Who may come in, and to what. Everything is refused that is not plainly one of ours. */
export function judgeRequest(knock: Knock, door: Door): Verdict {
  const host = knock.host?.toLowerCase()
  if (host === undefined || !door.hosts.has(host)) return refuse('This server answers only under its own address.')
  if (knock.origin !== undefined && knock.origin.toLowerCase() !== `http://${host}`)
    return refuse('Pages of other origins may not talk to this server.')
  if (knock.method !== 'GET' && knock.method !== 'HEAD') return refuse('Only GET and HEAD are understood.', 405)
  const target = readTarget(knock.target)
  if (target === null) return refuse('The address cannot be read.', 400)
  if (target.path === '/healthz') return { kind: 'health' }
  const hasLinkToken = target.token !== null && isServeToken(target.token, door.token)
  if (!hasLinkToken && !hasCookie(knock.cookie, door))
    return refuse('The token is missing or wrong: open the whole link that "understory serve" printed.')
  if (target.path === socketPath) return { kind: 'socket' }
  if (target.path === '/' && target.token !== null) return { kind: 'enter' }
  return { kind: 'file', path: target.path === '/' ? '/index.html' : target.path, host }
}

interface Target {
  readonly path: string
  readonly token: string | null
}

// Paths are names in a table, never resolved, decoded or joined: what climbs is simply not in it.
function readTarget(text: string): Target | null {
  if (!text.startsWith('/') || text.length > 4096) return null
  const mark = text.indexOf('?')
  if (mark < 0) return { path: text, token: null }
  return { path: text.slice(0, mark), token: new URLSearchParams(text.slice(mark + 1)).get('token') }
}

function hasCookie(header: string | undefined, door: Door): boolean {
  // Another program on this host may have set a cookie of the same name for a longer path: any of them may be the right one.
  const prefix = `${door.cookieName}=`
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .some((part) => part.startsWith(prefix) && isServeToken(part.slice(prefix.length), door.token))
}
