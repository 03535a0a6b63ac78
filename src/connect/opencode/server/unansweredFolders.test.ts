import { afterEach, expect, test } from 'vitest'
import { busy, foundServer, idle, isConnected, serversUnderTest, toBe } from '../../../testing/serversUnderTest'
import { untilChannel } from '../../../testing/untilChannel'

const all = serversUnderTest()
afterEach(() => all.close())

test('a server has not said all that it holds while it owes an answer about one of its folders', async () => {
  const server = await all.serve()
  const { channel } = all.open({ find: () => [foundServer(server)] })
  await channel.refresh()
  await isConnected(channel)
  expect(channel.heardPids?.()).toEqual(new Set([77]))
  const letGo = server.delay('/session/status')
  server.answers.set('/session/status', { ses_long: { type: 'busy' } })
  server.say(idle('ses_short'))
  await server.asked(`GET /session/status?directory=${encodeURIComponent('/home/dev/acme')}`)
  expect(channel.heardPids?.()).toEqual(new Set())
  server.say(busy('ses_short'))
  await toBe(channel, 'ses_short', 'busy')
  expect(channel.heardPids?.()).toEqual(new Set())
  letGo()
  await untilChannel(channel, () => channel.threads().has('ses_long'))
  expect(channel.heardPids?.()).toEqual(new Set([77]))
})
