import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceFile } from './replaceFile'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-replace-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('makes its folder as closed as it is wished, and leaves nothing beside it', () => {
  const path = join(folder, 'state', 'a.json')
  expect(replaceFile(path, (temporary) => writeFileSync(temporary, 'new'), 0o700)).toBeNull()
  expect([readFileSync(path, 'utf8'), readdirSync(join(folder, 'state'))]).toEqual(['new', ['a.json']])
  if (process.platform !== 'win32') expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700)
})

it('what breaks off halfway leaves the old state, says why, and leaves nothing beside it', () => {
  const path = join(folder, 'a.json')
  writeFileSync(path, 'old')
  const why = replaceFile(path, (temporary) => {
    writeFileSync(temporary, 'ne')
    throw new Error('the disk is full')
  })
  expect([why, readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['the disk is full', 'old', ['a.json']])
  mkdirSync(join(folder, 'taken'))
  expect(replaceFile(join(folder, 'taken'), (temporary) => writeFileSync(temporary, 'x'))).toContain('taken')
  expect(readdirSync(folder).sort()).toEqual(['a.json', 'taken'])
})
