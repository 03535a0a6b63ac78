import { isIP } from 'node:net'

/** As it stands in a `Host` header: IPv6 in brackets, the port left out where the scheme implies it. */
export function hostAndPort(host: string, port: number): string {
  const name = isIP(host) === 6 ? `[${host}]` : host.toLowerCase()
  return port === 80 ? name : `${name}:${port}`
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/**
 * The `Host` headers that mean this server. A page of a stranger whose name was pointed at us (DNS rebinding) sends its own name.
 * `addresses`: this machine's, which a server on every address answers to.
 */
export function ownHosts(host: string, port: number, addresses: readonly string[]): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '::1', host, ...(isWildcard(host) ? addresses : [])]
  return new Set(names.map((name) => hostAndPort(name, port)))
}
