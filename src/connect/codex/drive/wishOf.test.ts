import { expect, it } from 'vitest'
import { WireFold } from './WireFold'
import { readWireLine, type WireLine } from './wireLine'
import { wishOf } from './wishOf'

function line(value: unknown): WireLine {
  const read = readWireLine(JSON.stringify(value))
  if (!read) throw new Error('no line of the protocol')
  return read
}

const ROOT = '019a-root'

it('what we asked is answered once, and not known any more then', () => {
  const fold = new WireFold(0, null)
  fold.wrote(line({ id: 'a', method: 'thread/start', params: {} }), 0)
  fold.hear(line({ id: 'a', result: { thread: { id: ROOT } } }), 1)
  fold.hear(line({ id: 'a', error: { message: 'of another one of this name' } }), 2)
  expect(fold.state()).toMatchObject({ run: ROOT, phase: 'idle', trouble: null })
})

it('what we asked is kept without its words', () => {
  const input = [{ type: 'text', text: 'x'.repeat(1_000_000) }]
  const wish = line({ id: 'b', method: 'turn/start', params: { threadId: ROOT, input } })
  if (wish.kind !== 'request') throw new Error('it is one')
  expect(wishOf(wish)).toEqual({ method: 'turn/start', thread: ROOT, mode: null })
})
