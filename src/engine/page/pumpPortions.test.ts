import { expect, it } from 'vitest'
import { handTimers } from '../../testing/handTimers'
import { openPump } from './pump'

it('leaves a page time to draw while a snapshot goes out, and an answer does not wait for the end of it', () => {
  const timers = handTimers()
  const sent: unknown[] = []
  const port = { send: (message: unknown) => void sent.push(message), onFrame: () => undefined, onClose: () => undefined }
  const pump = openPump({ timers, port, onSend: () => undefined, onUnsent: (error) => expect.unreachable(String(error)) })
  let left = 40
  const snapshot = { sendOne: () => pump.port.send('portion') === undefined && --left > 0 }
  pump.add(snapshot)
  pump.wake(snapshot)
  timers.pass(0)
  expect(sent).toHaveLength(8)
  pump.port.send('answer')
  expect(sent.at(-1)).toBe('answer')
  timers.pass(16)
  expect(sent).toHaveLength(9)
  timers.pass(1)
  expect(sent).toHaveLength(17)
  timers.pass(3 * 17)
  expect(sent.filter((message) => message === 'portion')).toHaveLength(40)
})

it('follows the hand first: while it moves what is shown, a portion a frame', () => {
  const timers = handTimers()
  const sent: unknown[] = []
  let say: (frame: unknown) => void = () => undefined
  const port = {
    send: (message: unknown) => void sent.push(message),
    onFrame: (listener: (frame: unknown) => void) => {
      say = listener
    },
    onClose: () => undefined,
  }
  const pump = openPump({ timers, port, onSend: () => undefined, onUnsent: (error) => expect.unreachable(String(error)) })
  pump.port.onFrame((frame) => expect.unreachable(String(frame)))
  let left = 90
  const snapshot = { sendOne: () => pump.port.send('portion') === undefined && --left > 0 }
  pump.add(snapshot)
  const within = (ms: number): number => {
    const before = sent.length
    timers.pass(ms)
    return sent.length - before
  }
  say({ kind: 'drawn', isMoved: true })
  pump.wake(snapshot)
  expect(within(17)).toBe(1)
  say({ kind: 'drawn', isMoved: true })
  expect(within(68)).toBe(4)
  // It rests.
  say({ kind: 'drawn' })
  expect(within(51)).toBeGreaterThanOrEqual(16)
  say({ kind: 'drawn', isMoved: true })
  expect(within(68)).toBeLessThanOrEqual(5)
  // A page that says no more may be gone from sight: nothing waits for it.
  expect(within(120)).toBeGreaterThanOrEqual(8)
})
