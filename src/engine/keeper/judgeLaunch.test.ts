import { expect, it } from 'vitest'
import { HeldId } from '../../shared/ids'
import type { LaunchState } from '../../shared/launchState'
import { createProcessTable, type ProcessLook } from '../processTable'
import { judgeLaunch } from './judgeLaunch'

const state: LaunchState = {
  format: 1,
  id: HeldId.parse('abcd-1'),
  mode: 'piped',
  pid: 70,
  procStart: '500',
  startedAt: 1_000_000,
  argv: ['tool'],
  cwd: '/',
  note: null,
  stoppedBecause: null,
  isKept: false,
  exited: null,
  failed: null,
  outFrom: 0,
  asks: null,
}
const table = (look: ProcessLook, beganMs: number | null = null) =>
  createProcessTable({ look: () => look, startedAtMs: () => beganMs, refresh: () => Promise.resolve() })

it('held: it runs, whatever else is said', () => {
  expect(judgeLaunch(state, true, table(null))).toEqual({ kind: 'running', pid: 70 })
})

it('not held: only its own process counts, not another one of its number', () => {
  expect(judgeLaunch(state, false, table({ startToken: '500' }))).toEqual({ kind: 'unsupervised', pid: 70 })
  expect(judgeLaunch(state, false, table({ startToken: '501' }))).toEqual({ kind: 'ended_unseen' })
  expect(judgeLaunch(state, false, table(null))).toEqual({ kind: 'ended_unseen' })
})

it('where no start was written down the time tells', () => {
  const vague = { ...state, procStart: null }
  expect(judgeLaunch(vague, false, table({ startToken: 'x' }, 1_004_000)).kind).toBe('unsupervised')
  expect(judgeLaunch(vague, false, table({ startToken: 'x' }, 9_000_000)).kind).toBe('ended_unseen')
})

it('what is written down of its end is believed', () => {
  const exited = { code: 3, signal: null, at: 5 }
  expect(judgeLaunch({ ...state, exited, stoppedBecause: 'asked' }, false, table(null))).toEqual({
    kind: 'ended',
    ...exited,
    because: 'asked',
  })
})

it('not held and without a process yet: it is being started, for as long as that may take', () => {
  const young = { ...state, pid: null, procStart: null }
  expect(judgeLaunch(young, false, table(null), () => 1_010_000)).toEqual({ kind: 'running', pid: null })
  expect(judgeLaunch(young, false, table(null), () => 1_030_000)).toEqual({ kind: 'ended_unseen' })
})
