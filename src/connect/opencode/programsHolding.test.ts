import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { BOOT_SECONDS, fakeProcessFolder } from '../../testing/processFolder'
import { programsHolding } from './programsHolding'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('programs of the product that have the database open, with their folder and start; nobody else', () => {
  const processes = fakeProcessFolder()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-held-')))
  closing.push(processes.close, () => rmSync(folder, { recursive: true }))
  const database = join(folder, 'opencode.db')
  writeFileSync(database, '')
  symlinkSync(folder, join(folder, 'link'))
  processes.program(11, 'opencode', { cwd: '/home/dev/acme', open: ['/dev/null', database, `${database}-wal`], startTicks: 250 })
  processes.program(12, '.opencode', { cwd: '/home/dev/shop', open: [database] })
  processes.program(13, 'opencode', { open: ['/elsewhere/opencode.db'] })
  processes.program(14, 'sqlite3', { open: [database] })
  processes.program(15, 'opencode', { open: [`${database}-wal`] })
  processes.write('99', 'a file that is no program')
  expect(programsHolding(join(folder, 'link', 'opencode.db'), processes)).toEqual([
    { pid: 11, cwd: '/home/dev/acme', startedAt: BOOT_SECONDS * 1000 + 2500 },
    { pid: 12, cwd: '/home/dev/shop', startedAt: BOOT_SECONDS * 1000 + 1000 },
  ])
  expect(programsHolding(join(folder, 'absent.db'), processes)).toEqual([])
  expect(programsHolding(database, { path: processes.path, uid: -5 })).toEqual([])
})
