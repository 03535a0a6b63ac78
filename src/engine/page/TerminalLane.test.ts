import { expect, it } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import { handTimers } from '../../testing/handTimers'
import type { HeldTerminal } from '../drive/deskKeeper'
import { TerminalLane, type TerminalPart } from './TerminalLane'

type Give = Parameters<HeldTerminal['follow']>[1]

function openLane() {
  const timers = handTimers()
  const parts: TerminalPart[] = []
  let give: Give = () => undefined
  let isClosed = false
  const terminal: HeldTerminal = {
    follow: (_, onBytes) => {
      give = onBytes
      return () => {
        isClosed = true
      }
    },
    type: () => Promise.reject(new Error('nobody types')),
    resize: () => Promise.reject(new Error('nobody resizes')),
  }
  let isWoken = false
  const wake = (): void => {
    isWoken = true
  }
  const lane = new TerminalLane({ launch: LaunchId.parse('a'), timers, send: (part) => void parts.push(part), wake })
  lane.follow(terminal, 0)
  const endOf = ({ from, base64 }: TerminalPart): number => from + Buffer.from(base64, 'base64').length
  return {
    ...{ lane, parts, timers },
    give: (at: number, text: string) => give(at, Buffer.from(text)),
    isClosed: () => isClosed,
    /** Frame after frame, until it has no more to say. */
    send(): void {
      for (isWoken = true; isWoken; lane.sendOne()) isWoken = false
    },
    draw(): void {
      const last = parts.at(-1)
      if (last) lane.took(endOf(last))
    },
    text: () => Buffer.concat(parts.map(({ base64 }) => Buffer.from(base64, 'base64'))).toString(),
  }
}

const piece = 'z'.repeat(60_000)

it('sends what comes, in messages that fit, one a frame', () => {
  const { give, send, parts, text } = openLane()
  void give(0, 'x'.repeat(150_000))
  void give(150_000, 'y'.repeat(50_000))
  send()
  expect(text()).toBe('x'.repeat(150_000) + 'y'.repeat(50_000))
  expect(parts.map(({ from }) => from)).toEqual([0, 120_000])
  expect(Math.max(...parts.map(({ base64 }) => base64.length))).toBeLessThan(200_000)
})

it('a page that draws slowly makes the program wait, and loses nothing', async () => {
  const { give, send, draw, text } = openLane()
  let at = 0
  let waits = 0
  for (let i = 0; i < 100; i++, at += piece.length) {
    const room = give(at, piece)
    send()
    if (!room) continue
    waits++
    const settled = { is: false }
    void room.then(() => {
      settled.is = true
    })
    await Promise.resolve()
    expect(settled.is).toBe(false)
    draw()
    send()
    await room
  }
  draw()
  send()
  expect(waits).toBeGreaterThan(5)
  expect(text().length).toBe(at)
})

it('a page that draws nothing holds up nobody: the oldest goes, and the count says so', async () => {
  const { give, send, draw, text, parts, timers } = openLane()
  let at = 0
  let waits = 0
  for (let i = 0; i < 200; i++, at += piece.length) {
    const room = give(at, piece)
    send()
    if (!room) continue
    waits++
    timers.pass(1000)
    await room
  }
  expect(waits).toBe(1)
  const sentAsleep = text().length
  expect(sentAsleep).toBeLessThanOrEqual(600_000)
  for (let i = 0; i < 20; i++) {
    draw()
    send()
  }
  const sentAwake = text().length - sentAsleep
  expect(sentAwake).toBeLessThanOrEqual(2 * 1024 * 1024)
  const last = parts.at(-1)
  expect((last?.from ?? 0) + Buffer.from(last?.base64 ?? '', 'base64').length).toBe(at)
})

it('a gap in what comes begins anew', () => {
  const { give, send, text, parts, lane, isClosed } = openLane()
  void give(0, 'old')
  void give(500, 'new')
  send()
  expect(text()).toBe('new')
  expect(parts[0]?.from).toBe(500)
  lane.close()
  expect(isClosed()).toBe(true)
})
