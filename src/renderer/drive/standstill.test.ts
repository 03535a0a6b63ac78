import { expect, it } from 'vitest'
import { workedMs } from '../../shared/drive/workedMs'
import { RunUri } from '../../shared/ids'
import { sampleLaunch } from '../../testing/drive/sampleLaunch'
import { neverStill, standstillsOf } from './standstill'

const run = RunUri.parse('claude://one')
const since = '2026-11-18T10:00:00.000Z'
const at = Date.parse(since)
const pauses = [{ from: at - 9000, to: at - 8000 }]
const none: ReturnType<typeof standstillsOf> = new Map()

it('knows since when a run stands still, and when it did before, of all sessions of ours that wrote it', () => {
  const launches = [
    sampleLaunch({ run, phase: 'paused', since }),
    sampleLaunch({ run, phase: 'ended', pauses }),
    sampleLaunch({ run: RunUri.parse('claude://other') }),
  ]
  const lasting = { from: at, to: Number.POSITIVE_INFINITY }
  expect([...standstillsOf(launches, none)]).toEqual([[run, { sinceMs: at, pauses: [lasting, ...pauses] }]])
})

it('a window on a session of somebody else says nothing of it', () => {
  const origin = { run, key: null, how: 'join' }
  expect(standstillsOf([sampleLaunch({ run, phase: 'paused', since, origin })], none).size).toBe(0)
})

it('stays the same object while nothing of it changes', () => {
  const before = standstillsOf([sampleLaunch({ run, phase: 'paused', since })], none)
  const later = standstillsOf([sampleLaunch({ run, phase: 'paused', since, title: 'another' })], before)
  expect(later).toBe(before)
  const next = standstillsOf([sampleLaunch({ run, pauses })], before)
  expect(next.get(run)).toEqual({ sinceMs: null, pauses })
})

it('what stood still is no part of the working time, and never makes it less than nothing', () => {
  const still = { sinceMs: null, pauses: [{ from: at, to: at + 5000 }] }
  const done = { phase: 'completed', started: since, ended: new Date(at + 6000).toISOString(), durationMs: 6000 } as const
  expect([workedMs(done, 0, still), workedMs(done, 0, neverStill)]).toEqual([1000, 6000])
  expect(workedMs({ ...done, durationMs: 2000 }, 0, still)).toBe(0)
  expect(workedMs({ ...done, durationMs: null }, 0, still)).toBeNull()
  expect(workedMs({ ...done, phase: 'running' }, at + 9000, still)).toBe(4000)
  expect(workedMs({ ...done, started: null }, 0, still)).toBe(6000)
})
