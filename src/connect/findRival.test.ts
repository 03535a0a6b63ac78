import { describe, expect, it } from 'vitest'
import type { SessionOwner } from '../core/drive/driver'
import { findRival } from './findRival'

const clock = {
  now: () => 0,
  after(_: number, run: () => void) {
    queueMicrotask(run)
    return () => undefined
  },
}
const held = { pid: 10, isRunning: () => true }

function owner(pid: number | null): SessionOwner {
  return { pid, words: `process ${pid}` }
}

/** Our own process is 10; 11 was started by a child of it. */
const parents: Readonly<Record<number, number>> = { 11: 9, 9: 10, 12: 1 }

function seek(owners: readonly SessionOwner[], own: number | null) {
  const parentOf = (pid: number): number | null => parents[pid] ?? null
  return findRival({ owners: () => Promise.resolve(owners), held, greeted: Promise.resolve(own), clock, parentOf })
}

describe('whoever opened a session while ours was starting', () => {
  it('is nobody, where only our process or its child says that it owns it', async () => {
    expect(await seek([], 10)).toBeNull()
    expect(await seek([owner(10)], null)).toBeNull()
    expect(await seek([owner(11)], 11)).toBeNull()
    expect(await seek([owner(11)], null)).toBeNull()
  })

  it('is found beside it, also on another machine', async () => {
    expect(await seek([owner(10), owner(12)], 10)).toEqual(owner(12))
    expect(await seek([owner(12)], 11)).toEqual(owner(12))
    expect(await seek([owner(10), owner(12)], null)).toEqual(owner(12))
    expect(await seek([owner(11), owner(12)], null)).not.toBeNull()
    expect(await seek([owner(null)], 11)).toEqual(owner(null))
  })

  it('is found also while ours has not said who it is', async () => {
    expect(await seek([owner(12)], null)).toEqual(owner(12))
  })

  it('does not matter where ours has ended by itself', async () => {
    const gone = { pid: 10, isRunning: () => false }
    const owners = () => Promise.resolve([owner(12)])
    expect(await findRival({ owners, held: gone, greeted: Promise.resolve(null), clock })).toBeNull()
  })
})
