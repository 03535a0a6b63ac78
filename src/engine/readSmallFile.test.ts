import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSmallFile } from './readSmallFile'
import { countHandles, makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
let file: string
beforeEach(() => {
  folder = makeTestFolder()
  file = join(folder.path, 'small.json')
})
afterEach(() => folder.remove())

it('gives text and identity, and tells a rewrite of the same size by its time', () => {
  writeFileSync(file, '{"status":"idle"}')
  const first = readSmallFile(file, 1000)
  const { ino, dev, size, mtimeMs } = statSync(file)
  expect(first).toEqual({ ok: true, value: { text: '{"status":"idle"}', identity: { ino, dev, size, mtimeMs } } })
  writeFileSync(`${file}.tmp`, '{"status":"busy"}')
  renameSync(`${file}.tmp`, file)
  const second = readSmallFile(file, 1000)
  expect(second.ok && second.value.text).toBe('{"status":"busy"}')
  expect(second.ok && first.ok && second.value.identity.ino !== first.value.identity.ino).toBe(true)
})

it('says why not', () => {
  const before = countHandles().files
  expect(readSmallFile(file, 10)).toEqual({ ok: false, failure: { kind: 'gone' } })
  writeFileSync(file, 'x'.repeat(11))
  expect(readSmallFile(file, 10)).toEqual({ ok: false, failure: { kind: 'too_large', sizeBytes: 11 } })
  mkdirSync(join(folder.path, 'd'))
  expect(readSmallFile(join(folder.path, 'd'), 10)).toEqual({ ok: false, failure: { kind: 'unreadable', reason: 'not_a_file' } })
  writeFileSync(file, '')
  expect(readSmallFile(file, 10)).toMatchObject({ ok: true, value: { text: '' } })
  expect(countHandles().files).toBe(before)
})
