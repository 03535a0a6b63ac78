import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine. Left to itself, OpenCode takes the usual one, where people look for servers of their own. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const closed = once(server, 'close')
  server.close()
  await closed
  return typeof address === 'object' && address !== null ? address.port : 0
}
