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
  expect(watchingHealth([], env)).toEqual({ mode: 'off', folders: 0, note: null, remedy: null })
  expect(watchingHealth([state, { ...state, mode: 'events' }], env)).toEqual({
    mode: 'mixed',
    folders: 6,
    note: null,
    remedy: null,
  })
  expect(watchingHealth([{ ...state, note: "the system's watches are used up (ENOSPC)" }], env).remedy).toContain(
    'max_user_watches=524288',
  )
  expect(watchingHealth([{ ...state, note: 'used up (EMFILE)' }], env).remedy).toContain('max_user_instances')
})

it('says which folder is not watched, what that means and what mends it', () => {
  const blocked = new Map([
    ['projects/-home-dev acme', 'EACCES'],
    ['tasks', 'EACCES'],
  ])
  const root = { path: '/home/dev/.x', state: 'watching' as const, folders: 3, note: 'cannot watch projects (EACCES)', blocked }
  const state = { mode: 'events' as const, folders: 3, limit: 8192, note: '/home/dev/.x: cannot watch', roots: [root] }
  const health = watchingHealth([state], env)
  expect(health).toMatchObject({ mode: 'events', folders: 3 })
  expect(health.note).toBe(
    'This user may not read ~/.x/projects/-home-dev acme and 1 other folder (EACCES): what happens there is not shown.',
  )
  expect(health.remedy).toContain(`chmod -R u+rX ~/'.x/projects/-home-dev acme'`)
})
