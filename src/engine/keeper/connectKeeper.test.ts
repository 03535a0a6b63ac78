import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keeperProtocol } from '../../shared/keeperMessages'
import { connectKeeper } from './connectKeeper'

let folder: string
let server: Server
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-silent-'))
  chmodSync(folder, 0o700)
  // As a keeper that hangs: the system lets everybody in, and nobody is answered.
  server = createServer(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a keeper that says nothing is not waited for, and named', async () => {
  const socket = join(folder, 'socket')
  server.listen(socket)
  await once(server, 'listening')
  const said = { pid: process.pid, procStart: null, socket, token: 'x', protocol: keeperProtocol }
  writeFileSync(join(folder, 'keeper.json'), JSON.stringify(said))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const entered = once(server, 'connection')
  const met = connectKeeper(join(folder, 'keeper.json'), 0, { onNews: () => undefined, onClose: () => undefined })
  await entered
  vi.advanceTimersByTime(5000)
  expect(await met).toMatchObject({
    ok: false,
    failure: { code: 'keeper_unreachable', message: expect.stringContaining(`process ${process.pid}) does not answer`) },
  })
})
