import { expect, it } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import type { LaunchRecord } from './launchShelf'
import { mergeRecord } from './mergeRecord'

const record: LaunchRecord = {
  ...{ id: LaunchId.parse('l'), provider: 'logtoy', way: 'headless', title: 't', folder: '/', command: 'toy', started: 1 },
  ...{ process: 'p', pid: 7, isShared: false, run: null, origin: null, memo: null },
  ...{ isStopped: false, hasBegun: false, pausedAt: null, pausedMs: 0, ended: null, trouble: null, last: null },
}

it('what one program said is not taken back by another that did not know of it', () => {
  const stopped = mergeRecord(record, { isStopped: true, hasBegun: true, run: 'r', trouble: 'why' })
  expect(mergeRecord(stopped, { isStopped: false, hasBegun: false, run: null, trouble: null })).toEqual(stopped)
  expect(mergeRecord(stopped, { trouble: 'another' }).trouble).toBe('why')
})

it('a pause counts from the first who said it, ends for all, and never outlives the process', () => {
  const paused = mergeRecord(record, { pausedAt: 100 })
  expect(mergeRecord(paused, { pausedAt: 200 }).pausedAt).toBe(100)
  expect(mergeRecord(paused, { run: 'r' }).pausedAt).toBe(100)
  expect(mergeRecord(paused, { pausedAt: null, pausedMs: 50 })).toMatchObject({ pausedAt: null, pausedMs: 50 })
  expect(mergeRecord(paused, { ended: { code: 0, signal: null, at: 300 } }).pausedAt).toBeNull()
})

it('who saw the end is believed before who found it gone, in any order', () => {
  const seen = { ended: { code: 7, signal: null, at: 5 } }
  const gone = { ended: { code: null, signal: null, at: 9 } }
  expect(mergeRecord(mergeRecord(record, seen), gone).ended).toEqual(seen.ended)
  expect(mergeRecord(mergeRecord(record, gone), seen).ended).toEqual(seen.ended)
})

it('last words only grow, so that two programs come to agree', () => {
  const one = { trouble: null, said: 'half', model: 'm' }
  const other = { trouble: 'broken', said: 'half and whole', model: null }
  const both = { trouble: 'broken', said: 'half and whole', model: 'm' }
  const merged = mergeRecord(mergeRecord(record, { last: one }), { last: other })
  expect(merged.last).toEqual(both)
  expect(mergeRecord(merged, { last: one })).toEqual(merged)
})
