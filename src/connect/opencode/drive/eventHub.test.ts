import { expect, it } from 'vitest'
import { systemClock } from '../../clock'
import { eventHub } from './eventHub'
import type { EventEars } from './hearEvents'
import { ServeDoor } from './ServeDoor'

const door = new ServeDoor('http://127.0.0.1:1', 'secret')

function bench() {
  const streams: (EventEars & { isClosed: boolean })[] = []
  const hub = eventHub((_door, _clock, ears) => {
    const stream = { ...ears, isClosed: false }
    streams.push(stream)
    return () => {
      stream.isClosed = true
    }
  })
  const hear = () => {
    const heard: string[] = []
    const ears = {
      onOpen: () => void heard.push('open'),
      onEvent: (type: string) => void heard.push(type),
      onLost: () => void heard.push('lost'),
    }
    return { heard, stop: hub.hear(door, systemClock, ears) }
  }
  return { streams, hear }
}

it('many hear one stream; who comes late is told that it is open', async () => {
  const { streams, hear } = bench()
  const first = hear()
  streams[0]?.onOpen()
  streams[0]?.onEvent('one', {})
  const second = hear()
  await Promise.resolve()
  streams[0]?.onEvent('two', {})
  streams[0]?.onLost()
  const third = hear()
  await Promise.resolve()
  expect(streams).toHaveLength(1)
  expect(first.heard).toEqual(['open', 'one', 'two', 'lost'])
  expect(second.heard).toEqual(['open', 'two', 'lost'])
  expect(third.heard).toEqual([])
})

it('the stream ends with the last who hears it, and begins anew', () => {
  const { streams, hear } = bench()
  const [first, second] = [hear(), hear()]
  first.stop()
  streams[0]?.onEvent('one', {})
  expect([first.heard, second.heard]).toEqual([[], ['one']])
  expect(streams[0]?.isClosed).toBe(false)
  second.stop()
  second.stop()
  expect(streams[0]?.isClosed).toBe(true)
  hear()
  expect(streams).toHaveLength(2)
})
