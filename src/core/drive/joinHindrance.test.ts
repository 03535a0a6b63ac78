import { expect, it } from 'vitest'
import type { DriveOwner } from './driver'
import { joinHindrance } from './joinHindrance'

const wish = { way: 'terminal' as const, prompt: '', model: null, agent: null, mode: null, extra: [] }
const owner: DriveOwner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: 'abcd' }

it('joins what another process holds and lets join', () => {
  expect(joinHindrance(wish, owner)).toBeNull()
  expect(joinHindrance(wish, { ...owner, joinable: null })).toMatchObject({ code: 'not_possible', offers: ['fork', 'render'] })
  expect(joinHindrance(wish, { kind: 'nobody' })?.advice).toContain('Resume')
  expect(joinHindrance(wish, { kind: 'unknown', words: 'it says nothing' })?.code).toBe('not_possible')
  expect(joinHindrance(wish, { kind: 'ours', way: 'headless' })?.message).toContain('started here')
})

it('in a terminal alone, and as it is', () => {
  expect(joinHindrance({ ...wish, way: 'headless' }, owner)).toMatchObject({ code: 'bad_value' })
  for (const change of [{ prompt: 'x' }, { model: 'x' }, { agent: 'x' }, { mode: 'x' }, { extra: ['--x'] }])
    expect(joinHindrance({ ...wish, ...change }, owner)).toMatchObject({ code: 'bad_value' })
})
