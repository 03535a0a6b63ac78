import { describe, expect, it, vi } from 'vitest'
import type { TerminalAsk } from '../shared/launchState'
import { openStatusEar } from './statusEar'

const report = (fields: string, end = '\u001b\\'): string => `\u001b]7501;${fields}${end}`
const BLOCKED = report('state=blocked:app=codex:kind=permission')
const WORKING = report('state=working:app=codex')

/** What is told of the bytes, a piece at a time, with a rest after each piece. */
function hearAll(...pieces: readonly (string | Uint8Array)[]): (TerminalAsk | null)[] {
  vi.useFakeTimers()
  const told: (TerminalAsk | null)[] = []
  let now = 0
  const ear = openStatusEar(
    (ask) => told.push(ask),
    () => now,
  )
  for (const piece of pieces) {
    now++
    ear.hear(typeof piece === 'string' ? Buffer.from(piece) : piece)
    vi.advanceTimersByTime(1000)
  }
  ear.close()
  vi.useRealTimers()
  return told
}

const permission = (at: number): TerminalAsk => ({ kind: 'permission', at })

describe('what a program tells its terminal of itself', () => {
  it('it waits, and works again', () => {
    expect(hearAll(`\u001b[2J${BLOCKED}text`, WORKING, BLOCKED, report('state=done'))).toEqual([
      permission(1),
      null,
      permission(3),
      null,
    ])
    expect(hearAll(report('state=blocked:kind=permission', '\u0007'), report('state=clear', '\u0007'))).toEqual([
      permission(1),
      null,
    ])
  })

  it('cut anywhere it is the same', () => {
    const all = Buffer.from(`über \u001b]0;title\u0007${BLOCKED}\u001b]7501`)
    for (let cut = 1; cut < all.length; cut++) {
      const told = hearAll(all.subarray(0, cut), all.subarray(cut))
      expect(told, `cut at ${cut}`).toMatchObject([{ kind: 'permission' }])
    }
    expect(hearAll(...[...all].map((byte) => Uint8Array.of(byte)))).toMatchObject([{ kind: 'permission' }])
  })

  it('said again it begins anew: it may be about another agent', () => {
    expect(hearAll(BLOCKED, BLOCKED, report('state=blocked:kind=question'))).toEqual([
      permission(1),
      permission(2),
      { kind: 'question', at: 3 },
    ])
    expect(hearAll(report('state=blocked'), report('state=blocked:kind=auth'))).toEqual([
      { kind: 'question', at: 1 },
      { kind: 'question', at: 2 },
    ])
  })

  it('it waits while one of its parts does', () => {
    const part = (id: string, state: string): string => report(`state=${state}:id=${id}:kind=permission`)
    expect(hearAll(part('a', 'blocked'), part('b', 'blocked'), part('b', 'done'), WORKING, part('a', 'clear'))).toEqual([
      permission(1),
      permission(2),
      permission(1),
      null,
    ])
    expect(hearAll(part('a', 'blocked'), report('state=clear'))).toEqual([permission(1), null])
  })

  it('what is no report, or never ends, is passed over and hides nothing', () => {
    const endless = `\u001b]7501;state=blocked:msg=${'x'.repeat(10_000)}`
    expect(hearAll('\u001b]75019;state=blocked\u0007', report(''), report(':::'), report('state=odd'))).toEqual([])
    expect(hearAll(endless, 'yyy', BLOCKED)).toEqual([permission(3)])
    expect(hearAll(`${endless}\u0007${BLOCKED}`)).toEqual([permission(1)])
  })

  it('a change of mind at every moment is told seldom, and its last word is not lost', () => {
    vi.useFakeTimers()
    const told: (TerminalAsk | null)[] = []
    const ear = openStatusEar((ask) => told.push(ask), Date.now)
    for (let i = 0; i < 1000; i++) ear.hear(Buffer.from(BLOCKED + WORKING))
    ear.hear(Buffer.from(BLOCKED))
    vi.advanceTimersByTime(1000)
    expect(told.length).toBeLessThan(5)
    expect(told.at(-1)).toMatchObject({ kind: 'permission' })
    vi.useRealTimers()
  })
})
