import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { explainFolder, explainSpawn, findProgram } from './explainSpawn'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'explain-'))
  writeFileSync(join(cwd, 'tool'), '')
})
afterEach(() => rmSync(cwd, { recursive: true }))

const coded = (code: string): Error => Object.assign(new Error(`spawn ${code}`), { code })
const explain = (code: string, file = 'tool', path = '/none') =>
  explainSpawn(coded(code), { file, args: [], cwd, env: { PATH: path } })

it.each([
  ['EACCES', 'not_executable'],
  ['E2BIG', 'too_long'],
  ['EMFILE', 'too_many_files'],
  ['ENFILE', 'too_many_files'],
  ['ERR_INVALID_ARG_VALUE', 'bad_argument'],
  ['EAGAIN', 'other'],
])('%s is %s', (code, expected) => {
  expect(explain(code)).toMatchObject({ code: expected, system: code })
})

it('a missing program is not a missing interpreter', () => {
  expect(explain('ENOENT').code).toBe('program_missing')
  expect(explain('ENOENT', 'tool', cwd).code).toBe('interpreter_missing')
  expect(explain('ENOENT', './tool').code).toBe('interpreter_missing')
})

it('looks for a program as the system does', () => {
  expect(findProgram('tool', cwd, { PATH: `/none:${cwd}` })).toBe(join(cwd, 'tool'))
  expect(findProgram('tool', cwd, { PATH: '/none' })).toBeNull()
  expect(findProgram(join(cwd, 'tool'), '/', {})).toBe(join(cwd, 'tool'))
})

it('a folder is there, is gone, or is none', () => {
  expect(explainFolder(cwd)).toBeNull()
  expect(explainFolder(join(cwd, 'gone'))).toMatchObject({ code: 'folder_gone', system: 'ENOENT' })
  expect(explainFolder(join(cwd, 'tool'))).toMatchObject({ code: 'folder_gone', system: 'ENOTDIR' })
})
