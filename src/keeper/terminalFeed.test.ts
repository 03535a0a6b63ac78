import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTerminalFeed } from './terminalFeed'

const MB = 1024 * 1024
const piece = new Uint8Array(64 * 1024)
const write = (feed: ReturnType<typeof createTerminalFeed>, bytes: number): void => {
  for (let written = 0; written < bytes; written += piece.length) feed.append(piece)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits for a follower that lags, and goes on when it has taken its part', () => {
  const pauses: boolean[] = []
  const feed = createTerminalFeed((isPaused) => pauses.push(isPaused))
  let sent = 0
  const follower = feed.follow(0, (at, bytes) => {
    sent = at + bytes.length
  })
  write(feed, 2 * MB)
  expect(pauses).toEqual([true])
  expect(sent).toBe(MB)
  follower.taken(sent)
  expect(pauses).toEqual([true, false])
  expect(sent).toBe(2 * MB)
})

it('a follower that is gone holds up nobody', () => {
  const pauses: boolean[] = []
  const feed = createTerminalFeed((isPaused) => pauses.push(isPaused))
  const follower = feed.follow(0, () => undefined)
  write(feed, 2 * MB)
  follower.close()
  expect(pauses).toEqual([true, false])
})

it('one that sleeps is waited for a while, then told where it comes in again', () => {
  const pauses: boolean[] = []
  const feed = createTerminalFeed((isPaused) => pauses.push(isPaused), 500)
  const places: number[] = []
  let end = 0
  const follower = feed.follow(0, (at, bytes) => {
    places.push(at)
    end = at + bytes.length
  })
  write(feed, 2 * MB)
  vi.advanceTimersByTime(501)
  expect(pauses).toEqual([true, false])
  write(feed, 8 * MB)
  expect(end).toBe(MB)
  follower.taken(end)
  expect(places.find((at) => at > MB)).toBe(6 * MB)
  // Each answer lets the next part go.
  for (let before = 0; before !== end; ) {
    before = end
    follower.taken(end)
  }
  expect(end).toBe(10 * MB)
  expect(pauses.at(-1)).toBe(false)
})

it('who comes late gets what is still there', () => {
  const feed = createTerminalFeed(() => undefined)
  feed.append(Buffer.from('one two'))
  const seen: string[] = []
  feed.follow(4, (at, bytes) => seen.push(`${at} ${Buffer.from(bytes)}`))
  feed.append(Buffer.from(' three'))
  expect(seen).toEqual(['4 two', '7  three'])
})
