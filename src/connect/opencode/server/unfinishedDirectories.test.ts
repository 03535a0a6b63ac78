import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unfinishedDirectories } from './unfinishedDirectories'

test('folders of recorded sessions that were killed in the middle, by time; nothing where nothing can be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understory-unfinished-'))
  const writers: DatabaseSync[] = []
  try {
    const recorded = (scenario: string): string => {
      const path = join(folder, `${scenario}.db`)
      const fixture = `../../../../fixtures/opencode/1.18.34/${scenario}/data/opencode/opencode.db`
      copyFileSync(join(import.meta.dirname, fixture), path)
      return path
    }
    const held = (path: string): string => {
      const writer = new DatabaseSync(path)
      writers.push(writer)
      writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE anything (a)')
      return path
    }
    const killed = held(recorded('killed-run'))
    expect(unfinishedDirectories(killed, 0)).toEqual(['/home/dev/acme'])
    expect(unfinishedDirectories(killed, 4_000_000_000_000)).toEqual([])
    writers[0]?.exec(`INSERT INTO message SELECT 'msg_broken', session_id, 1, 1, '{"role":' FROM message LIMIT 1`)
    expect(unfinishedDirectories(killed, 0)).toEqual(['/home/dev/acme'])
    expect(unfinishedDirectories(held(recorded('single')), 0)).toEqual([])
    writeFileSync(join(folder, 'broken.db'), 'no database')
    writeFileSync(join(folder, 'broken.db-wal'), '')
    writeFileSync(join(folder, 'broken.db-shm'), '')
    expect(unfinishedDirectories(join(folder, 'broken.db'), 0)).toEqual([])
    const idle = recorded('attach')
    const before = readdirSync(folder)
    expect(unfinishedDirectories(idle, 0)).toEqual([])
    expect(unfinishedDirectories(join(folder, 'absent.db'), 0)).toEqual([])
    expect(readdirSync(folder)).toEqual(before)
  } finally {
    for (const writer of writers) writer.close()
    rmSync(folder, { recursive: true })
  }
})
