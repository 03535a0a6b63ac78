import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { keeperProtocol } from '../shared/keeperMessages'
import { Keep, type KeepTimes } from './keep'
import { keeperFolders, makePrivateFolder, writePrivateFile } from './keeperFolders'
import { openLineSocket } from './lineSocket'
import { takeLockDatabase } from './lockDatabase'
import { procStart } from './procStart'
import { socketPlace } from './socketPlace'

export const usualTimes: KeepTimes = { idleMs: 30_000, stepMs: 3000 }

/** A visitor that has not said hello by then is none. */
const HELLO_MS = 10_000

/** Settles when it has ended: 'taken' where another one keeps this home. */
export async function runKeeper(home: string, times: KeepTimes = usualTimes): Promise<'ended' | 'taken'> {
  const folders = keeperFolders(home)
  makePrivateFolder(folders.own)
  makePrivateFolder(folders.launches)
  const lock = takeLockDatabase(join(folders.own, 'lock'))
  if (!lock) return 'taken'
  const socket = socketPlace(home)
  const isFile = process.platform !== 'win32'
  // Left by one that was killed: with the lock in our hands nobody listens there.
  if (isFile) rmSync(socket, { force: true })
  const token = randomBytes(32).toString('base64url')
  const over = Promise.withResolvers<void>()
  const keep = new Keep({ home, times, isToken: (text) => isSame(text, token), onEnd: () => over.resolve() })
  const server = createServer((visitor) => {
    const late = setTimeout(() => visitor.destroy(), HELLO_MS)
    const line = openLineSocket(visitor, {
      onMessage: (message) => {
        clearTimeout(late)
        visit.hear(message)
      },
      onClose: () => {
        clearTimeout(late)
        visit.close()
      },
    })
    const visit = keep.visit(line)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  if (isFile) chmodSync(socket, 0o600)
  const said = { pid: process.pid, procStart: procStart(process.pid), socket, token, protocol: keeperProtocol }
  // Last: whoever reads it may come in at once.
  writePrivateFile(folders.file, `${JSON.stringify(said)}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void keep.stopAll('the keeper was asked to end'))
  process.on('SIGHUP', () => undefined)
  await over.promise
  server.close()
  rmSync(folders.file, { force: true })
  if (isFile) removeSocket(socket, folders.own)
  lock.release()
  return 'ended'
}

/** With its folder where that lies outside our home. */
function removeSocket(socket: string, own: string): void {
  rmSync(socket, { force: true })
  if (dirname(socket) !== own) rmSync(dirname(socket), { recursive: true, force: true })
}

/** In constant time. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
