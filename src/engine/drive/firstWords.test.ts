import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { type FirstWords, openFirstWords } from './firstWords'

let place: TemporaryRoot
let words: FirstWords
beforeEach(() => {
  place = makeTemporaryRoot()
  words = openFirstWords(place.root)
})
afterEach(() => place.close())

const path = (): string => join(place.root, 'drive', 'launches', 'one.first')
/** As if this process had kept it. */
const change = (some: object): void =>
  writeFileSync(path(), JSON.stringify({ ...JSON.parse(readFileSync(path(), 'utf8')), ...some }))

it('whoever keeps them is the one to say them, as long as it lives', () => {
  words.keep('one', 'go on')
  expect([words.isLeft('one'), words.claim('one'), statSync(path()).mode & 0o777]).toEqual([true, null, 0o600])
  words.drop('one')
  words.drop('one')
  expect([words.isLeft('one'), words.claim('one')]).toEqual([false, null])
})

it('of one that is gone they are said by one asker, whole', () => {
  const text = `--go "on" ü \u0000 ${'x'.repeat(1_000_000)}`
  words.keep('one', text)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  change({ pid })
  expect([words.claim('one') === text, words.claim('one')]).toEqual([true, null])
  expect(readFileSync(words.claimedAt('one'), 'utf8')).toContain('--go')
  words.drop('one')
  expect(readdirSync(join(place.root, 'drive', 'launches'))).toEqual([])
})

it('a later process under the same number is not the one that kept them', () => {
  words.keep('one', 'go on')
  change({ start: 5 })
  expect(words.claim('one')).toBe('go on')
})

it('a file that is none harms nobody', () => {
  words.keep('one', 'go on')
  writeFileSync(path(), '{')
  expect(words.claim('one')).toBeNull()
})
