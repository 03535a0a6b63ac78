import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import type { Port } from '../../shared/port'
import { openSocketPorts } from './openSocketPorts'

const retries = new EventTarget()
const tryNow = () => retries.dispatchEvent(new Event('understory-retry'))
let server: WebSocketServer
let url = ''
let stop: () => void
let ports: Port[] = []
let losses: [reason: string, retryAtMs: number | null][] = []
let sockets: ServerSocket[] = []
let refused = false

async function listen(port = 0): Promise<void> {
  server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise((resolve) => server.once('listening', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function open(): void {
  const listeners = {
    onPort: (port: Port) => void ports.push(port),
    onLost: (...lost: [string, number | null]) => void losses.push(lost),
  }
  stop = openSocketPorts(url, listeners, { retries, isRefused: async () => refused })
}

beforeEach(async () => {
  ports = []
  losses = []
  sockets = []
  refused = false
  await listen()
})
afterEach(async () => {
  stop()
  for (const socket of sockets) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

it('frames go both ways', async () => {
  open()
  await expect.poll(() => ports.length).toBe(1)
  const heard: unknown[] = []
  ports[0]!.onFrame((frame) => heard.push(frame))
  sockets[0]!.on('message', (data) => sockets[0]!.send(String(data)))
  ports[0]!.send({ a: 1 })
  await expect.poll(() => heard).toEqual([{ a: 1 }])
})

it('a cut is told with its reason and the time of the next attempt, and "try now" does not wait for it', async () => {
  open()
  await expect.poll(() => ports.length).toBe(1)
  let closes = 0
  ports[0]!.onClose(() => {
    closes += 1
  })
  const before = Date.now()
  sockets[0]!.terminate()
  await expect.poll(() => losses.length).toBe(1)
  expect(losses[0]![0]).toMatch(/lost/)
  expect(losses[0]![1]).toBeGreaterThan(before)
  tryNow()
  tryNow()
  await expect.poll(() => ports.length).toBe(2)
  expect([sockets.length, closes, losses.length]).toEqual([2, 1, 1])
})

it('comes back by itself when the server is back', async () => {
  open()
  await expect.poll(() => ports.length).toBe(1)
  const { port } = server.address() as AddressInfo
  sockets[0]!.close(1001)
  await new Promise((resolve) => server.close(resolve))
  await expect.poll(() => losses.length).toBeGreaterThan(0)
  expect(losses[0]![0]).toMatch(/was ended/)
  await listen(port)
  await expect.poll(() => ports.length, { timeout: 4000 }).toBe(2)
})

it('waits longer each time nobody answers', async () => {
  await new Promise((resolve) => server.close(resolve))
  const began = Date.now()
  open()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => losses.length).toBe(count)
    tryNow()
  }
  const waits = losses.map(([, at]) => (at ?? 0) - began)
  expect(losses[0]![0]).toMatch(/does not answer/)
  expect(waits[2]! - waits[1]!).toBeGreaterThan(waits[1]! - waits[0]!)
})

it('a server that was started again is said so, and asked again only by a person', async () => {
  const { port } = server.address() as AddressInfo
  open()
  await expect.poll(() => ports.length).toBe(1)
  refused = true
  sockets[0]!.close(1001)
  await new Promise((resolve) => server.close(resolve))
  await expect.poll(() => losses.at(-1)).toEqual([expect.stringContaining('open the new link'), null])
  expect(losses).toHaveLength(2)
  await listen(port)
  tryNow()
  await expect.poll(() => ports.length).toBe(2)
})

it('once stopped it never speaks again', async () => {
  open()
  await expect.poll(() => ports.length).toBe(1)
  const closed = new Promise((resolve) => sockets[0]!.once('close', resolve))
  stop()
  await closed
  tryNow()
  await new Promise((resolve) => setImmediate(resolve))
  expect([ports.length, losses.length, sockets.length]).toEqual([1, 0, 1])
})

it('a server that does not speak JSON is left', async () => {
  open()
  await expect.poll(() => ports.length).toBe(1)
  ports[0]!.onFrame(() => undefined)
  sockets[0]!.send('{')
  await expect.poll(() => losses.length).toBe(1)
})
