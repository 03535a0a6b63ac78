import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { openOriginBook } from './originBook'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-origins-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = RunUri.parse('logtoy://b')
const origin = { run, from: 'logtoy://a/toy-1', how: 'continue', at: 1 }

it('keeps what a run goes on from, for every process and beyond its own end', () => {
  const book = openOriginBook(folder)
  expect(book.of(run)).toBeNull()
  expect(book.add(origin)).toBeNull()
  expect(book.of(run)).toBe('logtoy://a/toy-1')
  expect(openOriginBook(folder).of(run)).toBe('logtoy://a/toy-1')
})

it('sees what another process adds, and passes over what makes no sense', () => {
  let now = 0
  const book = openOriginBook(folder, () => now)
  book.add(origin)
  expect(book.of('logtoy://c')).toBeNull()
  appendFileSync(join(folder, 'origins.jsonl'), '{"half\n\n')
  openOriginBook(folder).add({ ...origin, run: RunUri.parse('logtoy://c') })
  now = 1000
  expect(book.of('logtoy://c')).toBe('logtoy://a/toy-1')
})

it('keeps it once, however many programs meet the run', () => {
  for (let i = 0; i < 3; i += 1) openOriginBook(folder).add({ ...origin, at: i })
  expect(readFileSync(join(folder, 'origins.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(1)
})

it('says why it could not be kept', () => {
  expect(openOriginBook('/dev/null/nowhere').add(origin)).toContain('ENOTDIR')
})
