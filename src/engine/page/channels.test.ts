import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeEngine } from '../../testing/fakeEngine'
import { openPageClient } from '../../testing/pageClient'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import type { ProviderChannel } from '../providerChannels'

let temporary: TemporaryHost
let channels: ProviderChannel[]
let asked: (string | null)[][]
beforeEach(() => {
  temporary = makeTemporaryHost()
  asked = []
  const socket = temporary.place.at('../control.sock')
  channels = [
    {
      ...{ provider: 'claude', name: 'http://127.0.0.1:4096', state: 'connected', version: '1.2.3', note: null },
      since: 0,
      retryAt: null,
    },
    { ...{ provider: 'claude', name: socket, state: 'down', version: null, note: 'x'.repeat(5000) }, since: 1e99, retryAt: 5000 },
  ]
})
afterEach(() => temporary.close())

const open = async () =>
  openPageClient(
    await temporary.open({
      openEngine: async () => ({
        ...fakeEngine({}),
        channels: () => channels,
        retryChannel: (provider, name) => void asked.push([provider, name]),
      }),
    }),
  )

it('a page sees every channel, without the home folder, short, and with sound times', async () => {
  const page = await open()
  await page.until(() => page.health !== null)
  const [server, socket] = page.health?.channels ?? []
  expect(server).toEqual({
    ...{ provider: 'claude', name: 'http://127.0.0.1:4096', state: 'connected', version: '1.2.3' },
    ...{ since: '1970-01-01T00:00:00.000Z', retryAt: null, note: null },
  })
  expect(socket).toMatchObject({ name: '~/control.sock', since: null, retryAt: '1970-01-01T00:00:05.000Z' })
  expect(socket?.note).toHaveLength(300)
  expect(page.troubles).toEqual([])
})

it('tries again the one that a page means, or all of a product, and says at once what came of it', async () => {
  const page = await open()
  await page.until(() => page.health !== null)
  channels = channels.map((one) => ({ ...one, state: 'reconnecting' }))
  await page.client.call('retryChannel', { provider: 'claude', name: '~/control.sock' })
  await page.client.call('retryChannel', { provider: 'claude', name: null })
  expect(asked).toEqual([
    ['claude', temporary.place.at('../control.sock')],
    ['claude', null],
  ])
  await page.until(() => page.health?.channels.every(({ state }) => state === 'reconnecting') === true)
  await expect(page.client.call('retryChannel', { provider: 'claude', name: '/etc/passwd' })).rejects.toMatchObject({
    fault: { code: 'not_found' },
  })
})
