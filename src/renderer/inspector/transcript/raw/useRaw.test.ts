import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AgentKey, RunUri } from '../../../../shared/ids'
import type { RawRecord } from '../../../../shared/rawRecords'
import { type EngineClient, useClient } from '../../../store/client'
import { noTranscript, useTranscript } from '../useTranscript'
import { openRaw, switchRaw, useRaw, wantRaw } from './useRaw'

const run = RunUri.parse('p://run')
const key = AgentKey.parse('run')

/** What the engine would find: before which item each record lies. */
let world: { revision: number; befores: number[] }
let calls: string[]
let close: () => void

function call(name: string, { from, limit = 0 }: { readonly from: number; readonly limit?: number }): Promise<unknown> {
  calls.push(`${name} ${from}`)
  const { revision, befores } = world
  if (name === 'listRaw') {
    // Two at a time.
    const gaps = befores.slice(from, from + 2).map((before) => ({ before, count: 1 }))
    return Promise.resolve({ revision, total: befores.length, gaps, next: from + 2 < befores.length ? from + 2 : null })
  }
  const records = befores.slice(from, from + Math.min(limit, 2)).map((before, at): RawRecord => {
    const source = { path: 'a', offset: from + at }
    return { before, type: `t${from + at}`, subtype: null, at: null, bytes: 1, place: from + at, source }
  })
  return Promise.resolve({ revision, from, records })
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const countBefore = (n: number) => useRaw.getState().book?.before(n)?.count ?? 0
const typesHeld = () => [...useRaw.getState().records.values()].map(({ type }) => type)

beforeEach(() => {
  vi.useFakeTimers()
  world = { revision: 1, befores: [0, 2, 2, 2, 5] }
  calls = []
  // Only what a call needs of a client.
  const client = { call } as unknown as EngineClient
  useClient.setState({ connection: { kind: 'open', client, shell: {} as never } })
  useTranscript.setState({ ...noTranscript(run, key), phase: 'whole', total: 5 }, true)
  close = openRaw(run, key)
})
afterEach(() => {
  switchRaw(false)
  close()
  useClient.setState({ connection: { kind: 'connecting' } })
  vi.useRealTimers()
})

it('asks nothing while it is off', async () => {
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toEqual([])
})

it('asks until all of them are known, then only for what is in sight', async () => {
  switchRaw(true)
  await settled()
  expect([countBefore(0), countBefore(2), countBefore(5), countBefore(1)]).toEqual([1, 3, 1, 0])
  expect(calls.filter((one) => one.startsWith('readRaw'))).toEqual([])
  wantRaw('view', { from: 1, to: 3 })
  await settled()
  expect(typesHeld()).toEqual(['t1', 't2'])
  wantRaw('view', null)
})

it('looks again while it is on: what was added is taken, what was told before is not asked for anew', async () => {
  switchRaw(true)
  await settled()
  calls = []
  world.befores.push(5, 6)
  await vi.advanceTimersByTimeAsync(1000)
  expect([countBefore(5), countBefore(6)]).toEqual([2, 1])
  expect(calls).toEqual(['listRaw 5'])
  switchRaw(false)
  calls = []
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls).toEqual([])
  expect(useRaw.getState().book).toBeNull()
})

it('begins anew when what was told holds no more', async () => {
  switchRaw(true)
  await settled()
  wantRaw('view', { from: 0, to: 5 })
  await settled()
  world = { revision: 2, befores: [1] }
  await vi.advanceTimersByTimeAsync(1000)
  expect([countBefore(0), countBefore(1), countBefore(2)]).toEqual([0, 1, 0])
  expect(typesHeld()).toEqual(['t0'])
  wantRaw('view', null)
})

it('is remembered for the agent that it was switched on for, and for no other', async () => {
  switchRaw(true)
  close()
  const other = openRaw(run, AgentKey.parse('other'))
  expect(useRaw.getState().isOn).toBe(false)
  other()
  close = openRaw(run, key)
  expect(useRaw.getState().isOn).toBe(true)
  await settled()
  expect(countBefore(2)).toBe(3)
})
