import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import { RunUri } from '../../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import type { Desk } from './desk'
import { endedWord } from './endedWord'
import { type LaunchRecord, type LaunchShelf, openLaunchShelf } from './launchShelf'
import { lookAtLaunches } from './lookAtLaunches'

let place: TemporaryRoot
let shelf: LaunchShelf
beforeEach(() => {
  place = makeTemporaryRoot()
  shelf = openLaunchShelf(place.state)
})
afterEach(() => place.close())

const run = RunUri.parse('toy://one')
const other = RunUri.parse('toy://other')
const pause = { from: 2000, to: 2500 }

function put(id: string, says: Partial<LaunchRecord> = {}): void {
  shelf.put({
    ...{ id: LaunchId.parse(id), provider: 'toy', way: 'headless', title: 't', folder: '/', command: 'toy', started: 1000 },
    ...{ process: null, pid: null, isShared: false, run: 'one', origin: null, memo: null, isStopped: false, hasBegun: true },
    ...{ pausedAt: null, pausedMs: 500, pauses: [pause], trouble: null },
    ended: { code: 3, signal: null, at: 9000 },
    last: { trouble: null, said: 'begun\nno room left\n', model: null },
    ...says,
  })
}

it('a session that has ended is told of without a desk: when it stood still, and how it broke off', async () => {
  put('a')
  const seen = lookAtLaunches({}, place.state)
  await seen.ready
  expect([seen.word.pauses(run), seen.word.pauses(other)]).toEqual([[pause], []])
  expect(seen.word.ending(run)).toEqual({ how: 'failed', message: 'exit code 3: no room left', at: 9000 })
  expect(seen.word.ending(other)).toBeNull()
  await seen.close()
})

it('the newest session of a run decides how it ended, and one that goes on has not', () => {
  put('a')
  put('b', { started: 5000, ended: { code: 4, signal: null, at: 8000 }, last: null, pauses: [{ from: 6000, to: 6500 }] })
  // A window on a session of somebody else says nothing of it.
  put('c', { started: 7000, origin: { run, key: null, how: 'join', from: 'x' }, ended: { code: 5, signal: null, at: 9 } })
  const word = endedWord(shelf, () => null)
  word.look()
  expect(word.ending(run)).toEqual({ how: 'failed', message: 'exit code 4', at: 8000 })
  expect(word.pauses(run)).toEqual([pause, { from: 6000, to: 6500 }])
  put('d', { started: 8500, ended: null, pausedMs: 0, pauses: [] })
  expect([word.look(), word.ending(run), word.pauses(run).length]).toEqual([true, null, 2])
})

it('whom the desk still has, the desk alone tells of', () => {
  put('a')
  const said = { how: 'failed', message: 'by the desk', at: 1 }
  const still = { from: 3000, to: Number.POSITIVE_INFINITY }
  const desk = { word: { pauses: () => [still], ending: () => said }, launch: (id: string) => (id === 'a' ? {} : null) }
  const word = endedWord(shelf, () => desk as unknown as Desk)
  word.look()
  expect([word.pauses(run), word.ending(run)]).toEqual([[still], said])
  desk.launch = () => null
  expect([word.pauses(run), word.ending(run)?.at]).toEqual([[pause, still], 9000])
})

it('reads every record once, however many runs are asked for, and again only what has changed', () => {
  put('a')
  put('b', { run: 'other' })
  const read = vi.spyOn(shelf, 'read')
  const word = endedWord(shelf, () => null)
  expect([word.look(), word.look()]).toEqual([true, false])
  for (let i = 0; i < 1000; i++) {
    word.pauses(run)
    word.ending(other)
  }
  expect(read).toHaveBeenCalledTimes(2)
  put('b', { run: 'other', isStopped: true })
  expect([word.look(), word.ending(other)?.how, read.mock.calls.length]).toEqual([true, 'stopped', 3])
  shelf.remove('a')
  expect([word.look(), word.pauses(run)]).toEqual([true, []])
})

it('who only looks takes nobody’s first words', async () => {
  const words = join(place.state, 'drive', 'launches', 'a.first')
  put('a', { process: 'gone', ended: null })
  writeFileSync(words, JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, start: null, text: 'go on' }))
  const seen = lookAtLaunches({}, place.state)
  await seen.ready
  // What is put there is found by the next look of the desk: after the second one it has looked at all of the first.
  for (const id of ['b', 'c']) {
    put(id, { run: id, process: 'gone', ended: null })
    await vi.waitFor(() => expect(seen.word.pauses(RunUri.parse(`toy://${id}`))).toHaveLength(1), 20_000)
  }
  await seen.close()
  expect(existsSync(words)).toBe(true)
})
