import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SessionLocks } from './SessionLocks'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-locks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('one at a time over all programs of a state folder, each session for itself', () => {
  const give = new SessionLocks(folder).take('toy://a')
  expect(give).not.toBeNull()
  expect(new SessionLocks(folder).take('toy://a')).toBeNull()
  const other = new SessionLocks(folder).take('toy://b')
  expect(other).not.toBeNull()
  give?.()
  const again = new SessionLocks(folder).take('toy://a')
  expect(again).not.toBeNull()
  // Given back twice: it is another's by now.
  give?.()
  expect(new SessionLocks(folder).take('toy://a')).toBeNull()
  again?.()
  other?.()
})

/** Says "mine" or "taken", and holds what it got. */
function holder() {
  const locks = join(import.meta.dirname, '../../keeper/lockDatabase.ts')
  const path = join(folder, 'drive', 'locks', readdirSync(join(folder, 'drive', 'locks'))[0] ?? '')
  const code = `const { takeLockDatabase } = await import(${JSON.stringify(locks)}); globalThis.lock = takeLockDatabase(${JSON.stringify(path)}); console.log(lock ? 'mine' : 'taken'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
  const said = once(child.stdout, 'data').then(([bytes]) => String(bytes).trim())
  return { said, kill: async () => void (child.kill('SIGKILL') && (await once(child, 'exit'))) }
}

it('of many that find what a killed one left behind, one gets it', async () => {
  const locks = new SessionLocks(folder)
  locks.take('toy://a')?.()
  const first = holder()
  expect(await first.said).toBe('mine')
  expect(locks.take('toy://a')).toBeNull()
  await first.kill()
  const all = [holder(), holder(), holder()]
  try {
    expect((await Promise.all(all.map(({ said }) => said))).sort()).toEqual(['mine', 'taken', 'taken'])
    expect(locks.take('toy://a')).toBeNull()
  } finally {
    for (const one of all) await one.kill()
  }
})

it('a process that has the number of one that is gone is in nobody’s way', () => {
  const locks = new SessionLocks(folder)
  locks.take('toy://a')?.()
  const place = join(folder, 'drive', 'locks')
  // As the scheme before this one left them: the first process of the system is always there.
  mkdirSync(place, { recursive: true })
  for (const name of readdirSync(place)) writeFileSync(join(place, name.replace('.lock', '')), '1\n')
  const give = locks.take('toy://a')
  expect(give).not.toBeNull()
  give?.()
})
