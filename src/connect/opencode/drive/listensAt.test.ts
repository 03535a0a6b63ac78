import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listensAt } from './listensAt'

it.runIf(process.platform === 'linux')('tells who has a port from who has not', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  expect(listensAt(process.pid, port)).toBe(true)
  expect(listensAt(process.ppid, port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(listensAt(process.pid, port)).toBe(false)
})
