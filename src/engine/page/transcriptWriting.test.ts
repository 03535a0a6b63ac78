import { expect, it } from 'vitest'
import type { PartialText } from '../../core/partialText'
import { AgentKey, RunUri } from '../../shared/ids'
import { ok } from '../../shared/result'
import type { ItemKind, TranscriptItem } from '../../shared/views'
import { fakeEngine } from '../../testing/fakeEngine'
import { handTimers } from '../../testing/handTimers'
import { readingOf } from '../../testing/readingOf'
import type { Engine } from '../engine'
import { openPump } from './pump'
import { TranscriptLane, type TranscriptNews } from './transcriptLane'

const run = RunUri.parse('fake://ses_1')
const key = AgentKey.parse('ses_1')
const thread = { provider: 'fake', id: 'ses_1' }

/** A conversation of which some is recorded and some is being written. */
class Conversation {
  readonly items: TranscriptItem[] = []
  readonly recorded = new Set<string>()
  readonly kinds = new Map<string, ItemKind>()
  texts: readonly PartialText[] = []
  readings = 0

  write(text: string, over: Partial<PartialText> = {}): void {
    this.texts = [{ key: 'part:1', kind: 'text', isWhole: true, text, ...over }]
  }

  settle(record: string, text: string): void {
    const n = this.items.length
    const item = { n, at: null, kind: 'text', role: 'assistant', text, model: null, messageId: null, tool: null } as const
    this.items.push({ ...item, source: { path: 'fake', offset: n } })
    this.recorded.add(record)
  }

  engine(): Engine {
    return {
      ...fakeEngine({}),
      partials: (asked) => (asked.id === thread.id && asked.provider === thread.provider ? this.texts : []),
      reading: (_target, use) => {
        this.readings++
        const reading = {
          ...readingOf({ key, uri: run }, this.items),
          holds: (record: string) => this.recorded.has(record),
          kindIn: (record: string) => this.kinds.get(record) ?? null,
        }
        return Promise.resolve(ok(use(reading)))
      },
    }
  }
}

function open(talk: Conversation, send?: (news: TranscriptNews) => void) {
  const sent: TranscriptNews[] = []
  const lane = new TranscriptLane(talk.engine(), { run, key, from: talk.items.length, running: [] }, (news) => {
    sent.push(news)
    send?.(news)
    return true
  })
  /** What a page holds that has taken all news so far. */
  const shown = () => {
    const items = new Map<number, string>()
    let writing: { key: string; text: string }[] = []
    for (const news of sent) {
      for (const { n, text } of news.items) items.set(n, text)
      writing = news.writing.map(({ key: name, from, text }) => {
        const before = writing.find((one) => one.key === name)?.text ?? ''
        expect(from === 0 || from === before.length).toBe(true)
        return { key: name, text: before.slice(0, from) + text }
      })
    }
    return { items: [...items.values()], writing: writing.map(({ text }) => text) }
  }
  return { lane, sent, shown }
}

it('[S1.15] shows a text while it grows, and its record in its place with the same message', async () => {
  const talk = new Conversation()
  const { lane, sent, shown } = open(talk)
  await lane.sendOne()
  talk.write('Hel')
  await lane.sendOne()
  talk.write('Hello, wor')
  expect(lane.sendOne()).toBe(false)
  expect(shown()).toEqual({ items: [], writing: ['Hello, wor'] })
  talk.write('Hello, world.')
  talk.settle('part:1', 'Hello, world.')
  lane.note()
  await lane.sendOne()
  expect(shown()).toEqual({ items: ['Hello, world.'], writing: [] })
  for (const { items, writing } of sent) expect(items.length > 0 && writing.length > 0).toBe(false)
  talk.texts = []
  expect(lane.sendOne()).toBe(false)
  expect(sent).toHaveLength(3)
})

it('words cost no reading of the records; only a text that was not met before does', async () => {
  const talk = new Conversation()
  const { lane, shown } = open(talk)
  await lane.sendOne()
  talk.write('')
  for (let n = 0; n < 1000; n++) {
    talk.write('word '.repeat(n + 1))
    await lane.sendOne()
  }
  expect(talk.readings).toBe(2)
  expect(shown().writing).toEqual(['word '.repeat(1000)])
})

it('a text that is recorded before it was ever told is not told as being written', async () => {
  const talk = new Conversation()
  const { lane, shown } = open(talk)
  await lane.sendOne()
  talk.settle('part:1', 'Done.')
  talk.write('Done.')
  await lane.sendOne()
  expect(shown()).toEqual({ items: ['Done.'], writing: [] })
})

it('a text whose beginning was not heard is of the kind that its record says', async () => {
  const talk = new Conversation()
  talk.kinds.set('part:1', 'thinking')
  talk.write('and so', { kind: null, isWhole: false })
  const { lane, sent } = open(talk)
  await lane.sendOne()
  expect(sent.at(-1)?.writing).toEqual([{ key: 'part:1', kind: 'thinking', isWhole: false, from: 0, text: 'and so' }])
})

it('with more items to come than one message holds, a text stays until its own item has come', async () => {
  const talk = new Conversation()
  const { lane, shown } = open(talk)
  talk.write('Last.')
  await lane.sendOne()
  for (let n = 0; n < 900; n++) talk.settle(`part:before ${n}`, `${n}`)
  talk.settle('part:1', 'Last.')
  lane.note()
  const seen: number[] = []
  while (await lane.sendOne()) seen.push(shown().items.length + shown().writing.length)
  expect(seen).toEqual([401, 801])
  expect(shown().items).toHaveLength(901)
  expect(shown().writing).toEqual([])
})

it('hears of its own conversation only', async () => {
  const { lane } = open(new Conversation())
  await lane.sendOne()
  expect(lane.isOf(thread)).toBe(true)
  expect(lane.isOf({ ...thread, id: 'ses_2' })).toBe(false)
  expect(lane.isOf({ ...thread, provider: 'other' })).toBe(false)
})

it('200 words a second of a text of 100 KB are one message a frame, and in all no more than was written', async () => {
  const talk = new Conversation()
  const timers = handTimers()
  const messages: string[] = []
  const port = {
    send: (message: unknown) => void messages.push(JSON.stringify(message)),
    onFrame: () => undefined,
    onClose: () => undefined,
  }
  const pump = openPump({ timers, port, onSend: () => undefined, onUnsent: () => undefined })
  const { lane, shown } = open(talk, (item) => pump.port.send({ kind: 'item', name: 'transcript', item }))
  pump.add(lane)
  await lane.sendOne()
  talk.write('x'.repeat(100_000))
  while (await lane.sendOne()) timers.pass(17)
  timers.pass(1000)
  const before = messages.length
  for (let n = 1; n <= 200; n++) {
    talk.write(`${talk.texts[0]?.text}word `)
    pump.wake(lane)
    timers.pass(5)
  }
  timers.pass(50)
  const after = messages.slice(before)
  expect(after.length).toBeLessThanOrEqual(61)
  expect(after.length).toBeGreaterThan(40)
  expect(after.join('').length).toBeLessThan(20_000)
  expect(shown().writing[0]).toBe(talk.texts[0]?.text)
  expect(messages.every((message) => message.length < 256 * 1024)).toBe(true)
})
