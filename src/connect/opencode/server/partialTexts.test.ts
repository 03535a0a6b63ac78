import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { LiveChannel } from '../../../core/liveChannel'
import type { PartialText } from '../../../core/partialText'
import { busy, idle, isConnected, serversUnderTest, stateOf } from '../../../testing/serversUnderTest'
import { untilChannel } from '../../../testing/untilChannel'

const all = serversUnderTest()
afterEach(() => all.close())

/** Settles when the texts of a conversation are as wanted: now, or after one of their changes. */
function untilTexts(channel: LiveChannel, thread: string, isMet: (texts: readonly PartialText[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isMet(channel.partials?.(thread) ?? [])) return
      stop?.()
      resolve()
    }
    const stop = channel.onPartial?.(look)
    look()
  })
}

const textOf = (channel: LiveChannel, thread: string) => channel.partials?.(thread).map(({ text }) => text)

function part(sessionID: string, id: string, text: string, end?: number): unknown {
  const time = { start: 1, ...(end === undefined ? {} : { end }) }
  const said = { id, messageID: 'msg_1', sessionID, type: 'text', text, time }
  return { id: 'e', type: 'message.part.updated', properties: { sessionID, part: said, time: 1 } }
}

function delta(sessionID: string, partID: string, text: string): unknown {
  return {
    id: 'e',
    type: 'message.part.delta',
    properties: { sessionID, messageID: 'msg_1', partID, field: 'text', delta: text },
  }
}

interface RecordedEvent {
  readonly type: string
  readonly properties: {
    readonly sessionID?: string
    readonly partID?: string
    readonly delta?: string
    readonly part?: { readonly id: string; readonly type: string; readonly sessionID: string; readonly text?: string }
  }
}

test.each(['1.2.27/single', '1.17.0/single', '1.18.34/permission'])(
  'the recorded words of %s make the recorded texts',
  async (scenario) => {
    const server = await all.serve({ isNumbered: !scenario.startsWith('1.2.') })
    const { channel } = await all.openNamed(server)
    const path = join(import.meta.dirname, '../../../../fixtures/opencode', scenario, 'events.ndjson')
    const events = readFileSync(path, 'utf8').trimEnd().split('\n')
    const settled = new Map<string, string>()
    const written = new Map<string, string>()
    let ends = 0
    channel.onPartial?.((thread) => {
      for (const { key, text, kind, isWhole } of channel.partials?.(thread) ?? []) {
        expect(isWhole).toBe(true)
        written.set(`${thread} ${kind} ${key}`, text)
      }
    })
    for (const line of events) {
      const { data } = JSON.parse(line) as { data: RecordedEvent }
      if (data.type === 'server.connected') continue
      const { part: said } = data.properties
      if (said && line.includes('"end":') && (said.type === 'text' || said.type === 'reasoning')) {
        settled.set(`${said.sessionID} ${said.type === 'text' ? 'text' : 'thinking'} part:${said.id}`, said.text ?? '')
        ends++
      }
      server.say(data)
    }
    server.say(busy('ses_last'))
    await untilChannel(channel, () => channel.threads().has('ses_last'))
    expect(ends).toBeGreaterThan(2)
    expect(written).toEqual(settled)
  },
)

test('[S1.15] two agents write at once, and none of it raises the alarm that has the tree looked at', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  server.say(busy('ses_0'))
  await untilChannel(channel, () => channel.threads().has('ses_0'))
  let changes = 0
  channel.onChange(() => changes++)
  server.say(part('ses_1', 'prt_1', ''))
  server.say(part('ses_2', 'prt_2', ''))
  for (let n = 0; n < 100; n++) {
    server.say(delta('ses_1', 'prt_1', 'a'))
    server.say(delta('ses_2', 'prt_2', 'b'))
  }
  await untilTexts(channel, 'ses_2', ([text]) => text?.text.length === 100)
  expect(textOf(channel, 'ses_1')).toEqual(['a'.repeat(100)])
  expect(textOf(channel, 'ses_2')).toEqual(['b'.repeat(100)])
  expect(changes).toBe(0)
})

test('what was being written is over when the session is idle, moments later, and at once when the line is cut', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  server.say(part('ses_1', 'prt_1', ''))
  server.say(delta('ses_1', 'prt_1', 'broken off'))
  server.say(idle('ses_1'))
  await untilChannel(channel, () => channel.threads().has('ses_1'))
  expect(textOf(channel, 'ses_1')).toEqual(['broken off'])
  clock.pass(3000)
  expect(textOf(channel, 'ses_1')).toEqual([])
  server.say(part('ses_1', 'prt_2', ''))
  server.say(delta('ses_1', 'prt_2', 'one '))
  await untilTexts(channel, 'ses_1', ([text]) => text?.text === 'one ')
  server.cut()
  await untilTexts(channel, 'ses_1', (texts) => texts.length === 0)
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  clock.pass(1000)
  await isConnected(channel)
  server.say(delta('ses_1', 'prt_2', 'three'))
  await untilTexts(channel, 'ses_1', (texts) => texts.length === 1)
  expect(channel.partials?.('ses_1')).toEqual([{ key: 'part:prt_2', kind: null, text: 'three', isWhole: false }])
  server.say(part('ses_1', 'prt_2', 'one two three', 2))
  await untilTexts(channel, 'ses_1', ([text]) => text?.isWhole === true)
  expect(textOf(channel, 'ses_1')).toEqual(['one two three'])
})

test('what two servers tell of one text is one text', async () => {
  const [one, two] = [await all.serve(), await all.serve()]
  const { channel } = all.open({ servers: `${one.url}, ${two.url}` })
  await untilChannel(channel, () => channel.channels().every(({ state }) => state === 'connected'))
  for (const server of [one, two]) server.say(part('ses_1', 'prt_1', ''))
  one.say(delta('ses_1', 'prt_1', 'Hello'))
  two.say(delta('ses_1', 'prt_1', 'Hello, wor'))
  await untilTexts(channel, 'ses_1', ([text]) => text?.text === 'Hello, wor')
  expect(channel.partials?.('ses_1')).toHaveLength(1)
})

test('what a person typed, a tool puts out or nobody wrote is no text that grows', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  const say = (said: object): void =>
    server.say({ id: 'e', type: 'message.part.updated', properties: { sessionID: 'ses_1', part: said } })
  const ids = { messageID: 'msg_1', sessionID: 'ses_1' }
  say({ ...ids, id: 'prt_1', type: 'text', text: 'typed' })
  say({ ...ids, id: 'prt_2', type: 'tool', state: { status: 'running', input: { of: '"type":"text"' }, time: { start: 1 } } })
  say({ ...ids, id: 'prt_3', type: 'text', text: 'added', synthetic: true, time: { start: 1 } })
  server.say({
    id: 'e',
    type: 'message.part.delta',
    properties: { sessionID: 'ses_1', partID: 'prt_4', delta: 1, field: 'text' },
  })
  server.say(delta('ses_1', '', 'nowhere'))
  server.say(busy('ses_last'))
  await untilChannel(channel, () => channel.threads().has('ses_last'))
  expect(channel.partials?.('ses_1')).toEqual([])
})
