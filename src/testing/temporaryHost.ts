import { openPageHost, type PageHostOptions } from '../engine/page/openPageHost'
import type { PageHost } from '../engine/page/pageHost'
import { makeTemporaryRoot, type TemporaryRoot } from './temporaryRoot'

/** A temporary root with page hosts on it; all closed and removed when the test is over. */
export interface TemporaryHost {
  readonly place: TemporaryRoot
  open(options?: Partial<PageHostOptions>): Promise<PageHost>
  close(): Promise<void>
}

export function makeTemporaryHost(): TemporaryHost {
  const place = makeTemporaryRoot()
  const hosts: PageHost[] = []
  return {
    place,
    async open(options = {}) {
      // Servers that somebody else runs on this machine are nobody's business here.
      const env = { HOME: place.at('..'), UNDERSTORY_HOME: place.state, UNDERSTORY_OPENCODE_SERVERS: 'only', ...options.env }
      const overrides = options.env ? {} : { roots: { claude: place.root } }
      const host = await openPageHost({ overrides, product: { workerScript: null }, ...options, env })
      hosts.push(host)
      return host
    },
    async close() {
      for (const host of hosts) await host.close()
      await place.close()
    },
  }
}
