import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { BOOT_SECONDS, fakeProcessFolder } from '../../../testing/processFolder'
import { directoriesAtWork } from './directoriesAtWork'
import type { FoundServer } from './serverFinder'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A recorded database with a session that was killed in the middle of 2026, in /home/dev/acme, as a running program has it open. */
function heldDatabase() {
  const processes = fakeProcessFolder()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-work-')))
  const database = join(folder, 'opencode.db')
  copyFileSync(join(import.meta.dirname, '../../../../fixtures/opencode/1.18.34/killed-run/data/opencode/opencode.db'), database)
  const writer = new DatabaseSync(database)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE anything (a)')
  const { touched } = writer.prepare('SELECT max(time_updated) AS touched FROM session').get() as { touched: number }
  closing.push(
    () => writer.close(),
    processes.close,
    () => rmSync(folder, { recursive: true }),
  )
  return { processes, database, touched }
}

const server = (pid: number | null): FoundServer => ({ url: 'http://127.0.0.1:1', pid, startedAt: null, identity: null })

test('a server is asked about what is unfinished in the database that it has open, since its own start', () => {
  const { processes, database, touched } = heldDatabase()
  const ask = (pid: number | null) => directoriesAtWork([database], server(pid), touched + 1000, processes)
  processes.program(31, 'opencode', { cwd: '/home/dev', open: [database] })
  processes.program(32, 'opencode', { cwd: '/home/dev', open: ['/elsewhere.db'] })
  const late = (touched - BOOT_SECONDS * 1000) / 10 + 100
  processes.program(33, 'opencode', { cwd: '/home/dev', open: [database], startTicks: late })
  expect([31, 32, 33].map(ask)).toEqual([['/home/dev/acme'], [], []])
})

test('a folder in which another program stands is that one’s, unless the server stands there too', () => {
  const { processes, database, touched } = heldDatabase()
  const ask = (pid: number) => directoriesAtWork([database], server(pid), touched + 1000, processes)
  processes.program(41, 'opencode', { cwd: '/home/dev', open: [database] })
  processes.program(42, 'opencode', { cwd: '/home/dev/acme', open: [database] })
  expect([41, 42].map(ask)).toEqual([[], ['/home/dev/acme']])
})

test('where nobody tells who has it open, a day back', () => {
  const { processes, database, touched } = heldDatabase()
  const ask = (now: number) => directoriesAtWork([database], server(null), now, processes)
  expect(ask(touched + 80_000_000)).toEqual(['/home/dev/acme'])
  expect(ask(touched + 90_000_000)).toEqual([])
  expect(directoriesAtWork([database], null, touched, processes)).toEqual(['/home/dev/acme'])
})
