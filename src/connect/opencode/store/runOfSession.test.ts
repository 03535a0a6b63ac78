import { describe, expect, it } from 'vitest'
import { forkFamily } from './forkFamily'
import { runOfSession } from './runOfSession'

function runs(parents: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.keys(parents).map((id) => [id, runOfSession(id, (one) => parents[one] ?? null)]))
}

describe('runOfSession', () => {
  it('goes up to the top', () => {
    expect(runs({ a: null, b: 'a', c: 'b', d: null })).toEqual({ a: 'a', b: 'a', c: 'a', d: 'd' })
  })

  it('keeps the orphans of one parent together', () => {
    expect(runs({ b: 'gone', c: 'gone', d: 'c' })).toEqual({ b: 'gone', c: 'gone', d: 'gone' })
  })

  it('survives circles, and all that hangs on one agree', () => {
    expect(runs({ a: 'b', b: 'c', c: 'a', d: 'a', self: 'self' })).toEqual({ a: 'c', b: 'c', c: 'c', d: 'c', self: 'self' })
  })
})

describe('forkFamily', () => {
  it('knows a fork by its title', () => {
    const original = forkFamily('Fix it', '/w')
    expect(forkFamily('Fix it (fork #2)', '/w')).toEqual({ key: original.key, isFork: true })
    expect(forkFamily('Fix it', '/v').key).not.toBe(original.key)
    expect(forkFamily('Fix (fork #x)', '/w').isFork).toBe(false)
  })
})
