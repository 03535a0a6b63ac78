import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeProcessFolder } from '../../../testing/processFolder'
import { whoseDatabase } from './whoseDatabase'

test('a server is somebody else’s only where it has another database open and none of ours', () => {
  const processes = fakeProcessFolder()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-whose-')))
  try {
    const database = join(folder, 'opencode.db')
    writeFileSync(database, '')
    symlinkSync(folder, join(folder, 'link'))
    processes.program(1, 'opencode', { open: [database, `${database}-wal`, '/elsewhere/opencode.db'] })
    processes.program(2, 'opencode', { open: ['/elsewhere/opencode-beta.db'] })
    processes.program(3, 'opencode', { open: ['/elsewhere/my.db', '/elsewhere/my.db-wal'] })
    processes.program(4, 'opencode', { open: ['/dev/null', 'socket:[1]'] })
    const whose = (pid: number | null): string =>
      whoseDatabase({ url: '', pid, startedAt: null, identity: null }, [join(folder, 'link', 'opencode.db')], processes)
    expect([1, 2, 3, 4, 5, null].map(whose)).toEqual(['ours', 'others', 'others', 'unknown', 'unknown', 'unknown'])
  } finally {
    rmSync(folder, { recursive: true })
    processes.close()
  }
})
