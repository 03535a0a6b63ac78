import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Problem } from '../../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { blockedBelow, folderState, tilde } from './folderState'
import { watchingHealth } from './watchingHealth'

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

const env = { HOME: '/home/dev' }

it('tells a folder that is there from one that is not and from a file', () => {
  expect(folderState(place.root, env).state).toBe('missing')
  mkdirSync(place.root)
  expect(folderState(place.root, env)).toEqual({ state: 'found', reason: null, remedy: null })
  writeFileSync(place.at('file'), '')
  expect(folderState(place.at('file'), env)).toMatchObject({ state: 'unreadable', reason: 'It is a file, not a folder.' })
})

it('writes a folder as a person does', () => {
  expect(['/home/dev/.x', '/home/dev', '/home/develop', '/opt'].map((path) => tilde(path, env))).toEqual([
    '~/.x',
    '~',
    '/home/develop',
    '/opt',
  ])
})

it('names what below a folder cannot be read, with a command that a shell reads as one path', () => {
  const problem: Problem = { code: 'unreadable', source: 'projects', line: null, message: 'cannot be read: EACCES' }
  const inLine: Problem = { ...problem, line: 3 }
  expect(blockedBelow([inLine, { ...problem, code: 'bad_json' }], () => true, '~/.x')).toBe(null)
  expect(blockedBelow([problem], () => false, '~/.x')).toBe(null)
  expect(blockedBelow([problem], () => true, "~/it's $HOME")).toMatchObject({
    state: 'unreadable',
    reason: 'projects: cannot be read: EACCES',
    remedy: `sudo chown -R "$USER" ~/'it'\\''s $HOME' && chmod -R u+rX ~/'it'\\''s $HOME'`,
  })
})

it('says how to get more watches where the system has none left', () => {
  const state = { mode: 'polling' as const, folders: 3, limit: 8192, note: null, roots: [] }
  expect(watchingHealth([])).toEqual({ mode: 'off', folders: 0, note: null, remedy: null })
  expect(watchingHealth([state, { ...state, mode: 'events' }])).toEqual({ mode: 'mixed', folders: 6, note: null, remedy: null })
  expect(watchingHealth([{ ...state, note: "the system's watches are used up (ENOSPC)" }]).remedy).toContain(
    'max_user_watches=524288',
  )
  expect(watchingHealth([{ ...state, note: 'used up (EMFILE)' }]).remedy).toContain('max_user_instances')
})
