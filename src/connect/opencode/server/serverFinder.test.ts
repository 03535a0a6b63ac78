import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { BOOT_SECONDS, type FakeProcessFolder, fakeProcessFolder } from '../../../testing/processFolder'
import { listeningSockets } from './listeningSockets'
import { createServerFinder } from './serverFinder'

let folder: FakeProcessFolder | null = null
afterEach(() => {
  folder?.close()
  folder = null
})

function withSockets(tcp: readonly string[], tcp6: readonly string[] = []): FakeProcessFolder {
  folder = fakeProcessFolder()
  mkdirSync(join(folder.path, 'net'))
  const title = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
  folder.write('net/tcp', [title, ...tcp, ''].join('\n'))
  folder.write('net/tcp6', [title, ...tcp6, ''].join('\n'))
  return folder
}

const LISTEN = '0A'
const line = (address: string, port: number, inode: number, state = LISTEN): string => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return `   0: ${address}:${hex} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 00000000d0cd802b 100 0 0 10 0`
}
const ANY6 = '0'.repeat(32)
const LOOPBACK6 = '00000000000000000000000001000000'

test('sockets of the product’s programs on the loopback, and the usual port', () => {
  const processes = withSockets(
    [
      line('0100007F', 5000, 1),
      line('00000000', 4096, 2),
      line('0100007F', 5001, 3),
      line('0100007F', 5002, 4, '01'),
      line('2A00A8C0', 5003, 5),
      line('0200007F', 5004, 6),
    ],
    [line(LOOPBACK6, 5005, 7), line(ANY6, 5006, 8), line(ANY6, 4096, 9), line('000080FE000000000000000001000000', 5007, 10)],
  )
  processes.program(21, 'opencode', { open: ['socket:[1]', 'socket:[4]', 'socket:[5]', 'socket:[7]'], startTicks: 300 })
  processes.program(22, 'opencode', { open: ['socket:[6]', 'socket:[8]', 'socket:[10]', 'pipe:[3]'] })
  processes.program(23, 'node', { open: ['socket:[2]', 'socket:[3]'] })
  expect(createServerFinder(() => 0, processes)()).toEqual([
    { url: 'http://127.0.0.1:5000', pid: 21, startedAt: BOOT_SECONDS * 1000 + 3000, identity: '1' },
    { url: 'http://127.0.0.1:4096', pid: null, startedAt: null, identity: '2' },
    { url: 'http://127.0.0.2:5004', pid: 22, startedAt: BOOT_SECONDS * 1000 + 1000, identity: '6' },
    { url: 'http://[::1]:5005', pid: 21, startedAt: BOOT_SECONDS * 1000 + 3000, identity: '7' },
    { url: 'http://127.0.0.1:5006', pid: 22, startedAt: BOOT_SECONDS * 1000 + 1000, identity: '8' },
  ])
})

test('where the system does not tell who listens only the usual port is a guess', () => {
  folder = fakeProcessFolder()
  expect(listeningSockets(folder)).toBeNull()
  expect(createServerFinder(() => 0, folder)()).toEqual([
    { url: 'http://127.0.0.1:4096', pid: null, startedAt: null, identity: null },
  ])
})

test('the table is read when a young program has new sockets, else seldom; what has lost its owner is closed', () => {
  const processes = withSockets([line('0100007F', 4096, 2)])
  let now = 1000
  const find = createServerFinder(() => now, processes)
  const ports = (): string[] => find().map(({ url, pid }) => `${url.split(':')[2]} ${pid}`)
  expect(ports()).toEqual(['4096 null'])
  processes.write('net/tcp', [line('0100007F', 5000, 1), line('0100007F', 4096, 2)].join('\n'))
  expect(ports()).toEqual(['4096 null'])
  processes.program(21, 'opencode', { open: ['socket:[1]', 'socket:[2]'] })
  expect(ports()).toEqual(['5000 21', '4096 21'])
  processes.end(21)
  expect(ports()).toEqual([])
  processes.write('net/tcp', '')
  processes.program(22, 'opencode', { open: ['socket:[3]'] })
  expect(ports()).toEqual([])
  now += 29_000
  processes.end(22)
  processes.program(22, 'opencode', { open: ['socket:[3]', 'socket:[4]'] })
  processes.write('net/tcp', line('0100007F', 5001, 4))
  expect(ports()).toEqual(['5001 22'])
  now += 61_000
  processes.end(22)
  processes.program(22, 'opencode', { open: ['socket:[4]', 'socket:[5]'] })
  processes.write('net/tcp', [line('0100007F', 5001, 4), line('0100007F', 5002, 5)].join('\n'))
  expect(ports()).toEqual(['5001 22', '5002 22'])
})
