import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { passwordFile, servePassword } from './servePassword'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-password-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is made once, also where many ask at the same time and the folder is not there yet', async () => {
  const state = join(folder, 'not', 'there')
  const all = await Promise.all(Array.from({ length: 20 }, () => servePassword(state)))
  expect(new Set(all).size).toBe(1)
  expect(all[0]?.length).toBeGreaterThan(40)
  expect(await servePassword(state)).toBe(all[0])
  expect(readdirSync(state)).toEqual(['opencode-server.key'])
  expect(statSync(passwordFile(state)).mode & 0o777).toBe(0o600)
})

it('what is too short to be one is replaced', async () => {
  writeFileSync(passwordFile(folder), '')
  const made = await servePassword(folder)
  expect(made.length).toBeGreaterThan(40)
  expect(readFileSync(passwordFile(folder), 'utf8')).toBe(made)
})
