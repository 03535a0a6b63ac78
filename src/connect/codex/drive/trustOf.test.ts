import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { trustOf } from './trustOf'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'understory-trust-'))
  mkdirSync(join(place, 'repo/.git/worktrees/side'), { recursive: true })
  mkdirSync(join(place, 'repo/packages/a'), { recursive: true })
  mkdirSync(join(place, 'side'))
  writeFileSync(join(place, 'side/.git'), `gitdir: ${place}/repo/.git/worktrees/side\n`)
  symlinkSync(join(place, 'repo'), join(place, 'link'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const decided = (path: string) => ({ config: { projects: { [join(place, path)]: { trust_level: 'trusted' } } } })

it.each(['repo', 'repo/packages/a', 'side', 'link'])('leaves a decision alone: %s', (folder) => {
  expect(trustOf(decided('repo'), join(place, folder))).toEqual({})
})

it.each([{}, { config: {} }, { config: { projects: null } }])('takes no decision for a person: %#', (read) => {
  const folder = join(place, 'repo/packages/a')
  expect(trustOf(read, folder)).toEqual({ config: { projects: { [folder]: { trust_level: 'untrusted' } } } })
})

it('a folder beside a trusted one is not trusted', () => {
  mkdirSync(join(place, 'repository'))
  expect(trustOf(decided('repo'), join(place, 'repository'))).not.toEqual({})
})
