import { Buffer } from 'node:buffer'

/** A server that the user named. */
export interface NamedServer {
  /** `http://host:port`, without a password. */
  readonly url: string
  readonly authorization: string | null
}

/** In place of a URL: of servers that are found, only those with a database that is read here. */
const ONLY = 'only'

export function isOnlyNamed(list: string | undefined): boolean {
  return entriesOf(list).includes(ONLY)
}

/** The servers in UNDERSTORY_OPENCODE_SERVERS: URLs with commas between; what is no URL is left out, for `wrongEntries` to tell. */
export function nameServers(list: string | undefined, authorization: string | null): NamedServer[] {
  const named = new Map<string, NamedServer>()
  for (const part of entriesOf(list)) {
    const url = urlOf(part)
    if (url === null) continue
    // One machine has many names for itself; the same server must not be heard twice.
    if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
    const own = url.password === '' ? authorization : basicAuthorization(decode(url.username), decode(url.password))
    named.set(url.origin, { url: url.origin, authorization: own })
  }
  return [...named.values()]
}

/** Which entries of the list are no URLs, counted from 1. What they say is told nowhere: there may be a password in it. */
export function wrongEntries(list: string | undefined): number[] {
  return entriesOf(list).flatMap((part, at) => (part !== '' && part !== ONLY && urlOf(part) === null ? [at + 1] : []))
}

function entriesOf(list: string | undefined): string[] {
  return (list ?? '').split(',').map((part) => part.trim())
}

/** Null: there is no password to give. */
export function basicAuthorization(user: string | undefined, password: string | undefined): string | null {
  if (password === undefined || password === '') return null
  return `Basic ${Buffer.from(`${user || 'opencode'}:${password}`).toString('base64')}`
}

function urlOf(text: string): URL | null {
  if (text === ONLY) return null
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
