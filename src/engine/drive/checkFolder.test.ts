import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkFolder, completeFolder } from './checkFolder'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'understory-home-'))
  for (const name of ['Projekt Ü 日本', 'projects', '.hidden']) mkdirSync(join(home, name))
  writeFileSync(join(home, 'product.txt'), '')
  symlinkSync(join(home, 'projects'), join(home, 'prolink'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('takes a folder as it is written, spaces, letters and ~', async () => {
  expect(await checkFolder('~/Projekt Ü 日本', home)).toEqual({ ok: true, value: join(home, 'Projekt Ü 日本') })
  expect(await checkFolder('~', home)).toEqual({ ok: true, value: home })
})

it.each([
  ['', 'No folder is chosen.'],
  ['projects', 'not a whole path'],
  ['~/gone', 'does not exist'],
  ['~/product.txt', 'is no folder'],
  ['~/$(id)', 'does not exist'],
])('%s: %s', async (text, words) => {
  expect(await checkFolder(text, home)).toEqual({ ok: false, failure: expect.stringContaining(words) })
})

it('completes what is typed, folders only', async () => {
  const at = (...names: string[]) => names.map((name) => join(home, name))
  expect(await completeFolder('~/pro', home)).toEqual({ exists: false, folders: at('Projekt Ü 日本', 'projects', 'prolink') })
  expect((await completeFolder(`${home}/`, home)).folders).toEqual(at('Projekt Ü 日本', 'projects', 'prolink'))
  expect(await completeFolder('~/.h', home)).toEqual({ exists: false, folders: at('.hidden') })
  expect((await completeFolder('~/projects', home)).exists).toBe(true)
  expect(await completeFolder('relative', home)).toEqual({ exists: false, folders: [] })
})
