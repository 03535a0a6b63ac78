import { afterEach, expect, test } from 'vitest'
import { busy, doing, idle, isConnected, serversUnderTest, stateOf, toBe } from '../../../testing/serversUnderTest'
import { FOLDER } from '../../../testing/sessionServer'
import { untilChannel } from '../../../testing/untilChannel'

const all = serversUnderTest()
afterEach(() => all.close())

const STATUS = `/session/status?directory=${encodeURIComponent(FOLDER)}`

test('an idle session is let go moments later and told: who listened says what whoever comes later says', async () => {
  const server = await all.serve()
  const early = await all.openNamed(server)
  server.say(busy('ses_1'))
  await toBe(early.channel, 'ses_1', 'busy')
  server.say(idle('ses_1'))
  await toBe(early.channel, 'ses_1', 'idle')
  early.clock.pass(900)
  expect(doing(early.channel, 'ses_1')).toBe('idle')
  let changes = 0
  early.channel.onChange(() => {
    changes += 1
  })
  early.clock.pass(100)
  expect(changes).toBe(1)
  const late = await all.openNamed(server)
  expect(early.channel.threads()).toEqual(late.channel.threads())
  expect(early.channel.threads().size).toBe(0)
  // Said once more it is still no news.
  server.say(idle('ses_1'))
  server.say(busy('ses_2'))
  await toBe(early.channel, 'ses_2', 'busy')
  expect([...early.channel.threads().keys()]).toEqual(['ses_2'])
})

test('one that begins again meanwhile stays', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  server.say(idle('ses_1'))
  await toBe(channel, 'ses_1', 'idle')
  server.say(busy('ses_1'))
  await toBe(channel, 'ses_1', 'busy')
  clock.pass(5000)
  expect(doing(channel, 'ses_1')).toBe('busy')
})

test('one that ended while the line was cut is not held by the answer after it', async () => {
  const server = await all.serve()
  server.answers.set(STATUS, { ses_1: { type: 'busy' } })
  const { channel, clock } = await all.openNamed(server)
  server.say(busy('ses_1'))
  await toBe(channel, 'ses_1', 'busy')
  server.answers.set(STATUS, {})
  server.cut()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  expect(doing(channel, 'ses_1')).toBe(null)
  clock.pass(1000)
  await isConnected(channel)
  expect(channel.threads().size).toBe(0)
})
