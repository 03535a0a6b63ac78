import { expect, it } from 'vitest'
import { handTimers } from '../../testing/handTimers'
import { openPump, type Pump, type PumpOptions } from './pump'

interface Sent {
  readonly at: number
  readonly message: unknown
}

function open(over: { readonly bufferedBytes?: () => number; readonly send?: PumpOptions['port']['send'] } = {}) {
  const timers = handTimers()
  const sent: Sent[] = []
  const unsent: unknown[] = []
  const listeners: ((frame: unknown) => void)[] = []
  const port = {
    send: (message: unknown) => void sent.push({ at: timers.now(), message }),
    onFrame: (listener: (frame: unknown) => void) => void listeners.push(listener),
    onClose: () => undefined,
    ...over,
  }
  const pump = openPump({ timers, port, onSend: () => undefined, onUnsent: (error) => unsent.push(error) })
  const hears = (frame: unknown): void => {
    for (const listener of listeners) listener(frame)
  }
  return { timers, sent, unsent, pump, hears }
}

/** Says its word each time it is asked, so many times. */
function lane(pump: Pump, word: unknown, times = 1) {
  const own = {
    sendOne() {
      pump.port.send(word)
      return --times > 0
    },
  }
  pump.add(own)
  return own
}

it('sends the first word at once and then no more than sixty messages a second', () => {
  const { timers, sent, pump } = open()
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  pump.wake(talker)
  timers.pass(0)
  expect(sent).toEqual([{ at: 0, message: 'word' }])
  for (let ms = 0; ms < 1000; ms++) {
    pump.wake(talker)
    timers.pass(1)
  }
  expect(sent.length).toBeLessThanOrEqual(60)
  expect(sent.length).toBeGreaterThan(55)
})

it('puts all of one moment into one message, in order', () => {
  const { timers, sent, pump } = open()
  for (const word of ['runs', 'forest']) pump.wake(lane(pump, word))
  pump.port.send('answer')
  timers.pass(17)
  expect(sent).toEqual([{ at: 0, message: { kind: 'batch', frames: ['answer', 'runs', 'forest'] } }])
})

it('lets answers out before the frame is over, but not more of them than a page may have', () => {
  const { timers, sent, pump } = open()
  for (let n = 0; n < 100; n++) {
    pump.port.send(n)
    timers.pass(1)
  }
  const early = sent.filter(({ at }) => at < 20).length
  expect(early).toBeGreaterThan(5)
  expect(early).toBeLessThan(12)
  // Nothing is lost, and a rest earns the right back.
  timers.pass(1000)
  expect(sent.flatMap(({ message }) => (typeof message === 'number' ? [message] : framesOf(message)))).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  )
  const before = timers.now()
  for (const word of ['a', 'b']) {
    pump.port.send(word)
    timers.pass(1)
  }
  expect(sent.slice(-2)).toEqual([
    { at: before, message: 'a' },
    { at: before + 1, message: 'b' },
  ])
})

it.each(['item', 'packed'])('lets single words of a feed wait for the frame (%s)', (kind) => {
  const { timers, sent, pump } = open()
  const health = { kind, name: 'health', item: {} }
  pump.port.send(health)
  timers.pass(0)
  pump.port.send(health)
  timers.pass(16)
  expect(sent).toEqual([{ at: 0, message: health }])
  timers.pass(1)
  expect(sent).toHaveLength(2)
})

function framesOf(message: unknown): readonly unknown[] {
  return typeof message === 'object' && message !== null && 'frames' in message && Array.isArray(message.frames)
    ? message.frames
    : []
}

it('never makes a message too long by putting things together', () => {
  const { timers, sent, pump } = open()
  for (const letter of 'abc') pump.wake(lane(pump, letter.repeat(100_000)))
  timers.pass(0)
  const sizes = sent.map(({ message }) => JSON.stringify(message).length)
  expect(sizes).toHaveLength(2)
  for (const size of sizes) expect(size).toBeLessThan(256 * 1024)
})

it('is in time for the next frame of a page that says when it draws, and leaves one out now and then', () => {
  const { timers, sent, pump, hears } = open()
  const heard: unknown[] = []
  pump.port.onFrame((frame) => void heard.push(frame))
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  let nextFrame = 0
  for (let ms = 0; ms < 10_000; ms++) {
    if (ms >= nextFrame) {
      nextFrame += 1000 / 60
      hears({ kind: 'drawn' })
    }
    pump.wake(talker)
    timers.pass(1)
  }
  const late = sent.slice(10).filter(({ at }) => at % (1000 / 60) < 6 || at % (1000 / 60) > 12)
  expect(late).toEqual([])
  expect(sent.length).toBeLessThanOrEqual(600)
  expect(sent.length).toBeGreaterThan(580)
  hears('a call')
  expect(heard).toEqual(['a call'])
})

it('keeps the rhythm of a screen whose page is late with its word now and then', () => {
  const { timers, sent, pump, hears } = open()
  pump.port.onFrame(() => undefined)
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  const said = Array.from({ length: 600 }, (_, n) => Math.ceil((n * 1000) / 60) + (n > 0 && n % 7 === 0 ? 6 : 0))
  for (let ms = 0; ms < 10_000; ms++) {
    if (said.includes(ms)) hears({ kind: 'drawn' })
    pump.wake(talker)
    timers.pass(1)
  }
  // Six milliseconds later it would come too late for the next frame.
  expect(sent.slice(10).filter(({ at }) => at % (1000 / 60) > 12)).toEqual([])
  expect(sent.length).toBeGreaterThan(580)
})

it('finds the rhythm of a page that has not drawn for long, whatever it was', () => {
  const { timers, sent, pump, hears } = open()
  pump.port.onFrame(() => undefined)
  hears({ kind: 'drawn' })
  timers.pass(5_008)
  hears({ kind: 'drawn' })
  const begun = timers.now()
  pump.wake(lane(pump, 'word'))
  timers.pass(50)
  expect(sent).toEqual([{ at: begun + 9, message: 'word' }])
})

it('goes on at once when the clock of the machine is set back', () => {
  let behindMs = 0
  const timers = handTimers()
  const sent: unknown[] = []
  const listeners: ((frame: unknown) => void)[] = []
  const port = {
    send: (message: unknown) => void sent.push(message),
    onFrame: (listener: (frame: unknown) => void) => void listeners.push(listener),
    onClose: () => undefined,
  }
  const now = (): number => timers.now() - behindMs
  const pump = openPump({ timers: { ...timers, now }, port, onSend: () => undefined, onUnsent: () => undefined })
  pump.port.onFrame(() => undefined)
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  const talk = (ms: number): void => {
    for (let at = 0; at < ms; at++) {
      if (at % 17 === 0) for (const listener of listeners) listener({ kind: 'drawn' })
      pump.wake(talker)
      timers.pass(1)
    }
  }
  talk(200)
  behindMs = 3_600_000
  const before = sent.length
  talk(1000)
  expect(sent.length - before).toBeGreaterThan(50)
  expect(sent.length - before).toBeLessThanOrEqual(62)
})

it('tells a page that stopped drawing less often', () => {
  const { timers, sent, pump, hears } = open()
  pump.port.onFrame(() => undefined)
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  hears({ kind: 'drawn' })
  for (let ms = 0; ms < 1000; ms++) {
    pump.wake(talker)
    timers.pass(1)
  }
  expect(sent.length).toBeGreaterThan(18)
  expect(sent.length).toBeLessThan(24)
})

it('does not swamp a page that takes longer than a frame: no more than two messages wait for it to draw', () => {
  const { timers, sent, pump, hears } = open()
  pump.port.onFrame(() => undefined)
  const talker = { sendOne: () => pump.port.send('word') === null }
  pump.add(talker)
  hears({ kind: 'drawn' })
  for (let frame = 0; frame < 10; frame++) {
    const before = sent.length
    for (let ms = 0; ms < 60; ms++) {
      pump.wake(talker)
      timers.pass(1)
    }
    expect(sent.length - before).toBeLessThanOrEqual(2)
    hears({ kind: 'drawn' })
  }
  expect(sent.length).toBeGreaterThan(15)
})

it('lets lanes with much to say take turns, a message each time', () => {
  const { timers, sent, pump } = open()
  for (const one of [lane(pump, 'a', 3), lane(pump, 'b', 2)]) pump.wake(one)
  timers.pass(0)
  expect(sent.map(({ message }) => message)).toEqual([
    { kind: 'batch', frames: ['a', 'b'] },
    { kind: 'batch', frames: ['a', 'b'] },
    'a',
  ])
})

it('waits for a lane that has to read first, and is woken meanwhile for the next frame', async () => {
  const { timers, sent, pump } = open()
  const read = Promise.withResolvers<void>()
  const reader = {
    async sendOne() {
      await read.promise
      pump.port.send('read')
      return false
    },
  }
  const quick = lane(pump, 'quick')
  pump.add(reader)
  pump.wake(reader)
  timers.pass(0)
  pump.wake(quick)
  timers.pass(100)
  expect(sent).toEqual([])
  read.resolve()
  await expect.poll(() => sent.length).toBe(1)
  timers.pass(17)
  expect(sent.map(({ message }) => message)).toEqual(['read', 'quick'])
})

it('waits for a page that is behind, and forgets lanes that are gone', () => {
  let behind = 5_000_000
  const { timers, sent, pump } = open({ bufferedBytes: () => behind })
  const gone = { sendOne: () => expect.unreachable('it was removed') }
  pump.add(gone)
  for (const one of [lane(pump, 'word'), gone]) pump.wake(one)
  pump.remove(gone)
  timers.pass(500)
  expect(sent).toEqual([])
  behind = 0
  timers.pass(100)
  expect(sent.map(({ message }) => message)).toEqual(['word'])
})

it('says what could not be sent and goes on', () => {
  let isBroken = true
  const told: unknown[] = []
  const { unsent, pump } = open({
    send(message) {
      if (isBroken) throw new Error('it cannot be cloned')
      told.push(message)
    },
  })
  pump.port.send('lost')
  expect(unsent).toHaveLength(1)
  isBroken = false
  pump.port.send('heard')
  expect(told).toEqual(['heard'])
})
