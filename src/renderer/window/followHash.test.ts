import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Fault } from '../../shared/fault'
import { AgentKey, RunUri } from '../../shared/ids'
import type { EngineClient } from '../store/client'

const first = RunUri.parse('p://first')
const second = RunUri.parse('p://second')
const key = AgentKey.parse('root')
const bar = { protocol: 'http:', hash: '' }
let hear: (event: { newURL: string }) => void
let asked: string[]
let cutsOff: boolean
let refuse: (code: Fault['code'], message: string) => Error

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function call(_: string, { text }: { text: string }): Promise<unknown> {
  asked.push(text)
  if (cutsOff) throw refuse('disconnected', 'the engine is not there')
  const run = [first, second].find((each) => each === text)
  if (run === undefined) throw refuse('not_found', 'there is no such run')
  return { run, key }
}

/** A page as it is loaded with this in its address bar. */
async function start(hash: string) {
  bar.hash = hash
  vi.resetModules()
  const [{ followHash, hasAddress }, { RpcError }, { useClient }, { useTold }, { useUi }] = await Promise.all([
    import('./followHash'),
    import('../../shared/fault'),
    import('../store/client'),
    import('../store/told'),
    import('../store/ui'),
  ])
  refuse = (code, message) => new RpcError({ code, message })
  followHash()
  return {
    hasAddress,
    run: () => useUi.getState().run,
    show: (run: RunUri) => useUi.setState({ run, selected: null }),
    notices: () => useTold.getState().notices.map(({ message }) => message),
    connect: async () => {
      // Of the client only `call` is used.
      const client = { call } as unknown as EngineClient
      const can = { openLink: false, revealFile: false, chooseFolder: false, notify: true }
      const shell = { version: '1', kind: 'browser', platform: 'linux', can } as const
      useClient.setState({ connection: { kind: 'open', client, shell } })
      await settled()
    },
    lose: () => useClient.setState({ connection: { kind: 'lost', reason: 'away', since: 0, retryAt: null } }),
  }
}

/** A person writes it, or steps back to it; as in a browser the event comes later. */
function write(hash: string): () => Promise<void> {
  bar.hash = hash
  return async () => {
    hear({ newURL: `http://127.0.0.1:1/${hash}` })
    await settled()
  }
}

beforeEach(() => {
  asked = []
  cutsOff = false
  vi.stubGlobal('location', bar)
  vi.stubGlobal('history', {
    state: null,
    replaceState(_: unknown, __: string, hash: string) {
      bar.hash = hash
    },
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof hear) => {
    hear = listener
  })
})
afterEach(() => vi.unstubAllGlobals())

it('what it names at the start is shown once the engine is there, and nothing else is chosen before', async () => {
  const page = await start('#p://second')
  expect(page.hasAddress()).toBe(true)
  await page.connect()
  expect([page.run(), page.hasAddress(), bar.hash]).toEqual([second, false, '#p://second'])
})

it('it names what is shown', async () => {
  const page = await start('')
  await page.connect()
  page.show(first)
  expect([bar.hash, asked]).toEqual(['#p://first', []])
})

it('what is written later is shown, also when the page writes its own just then', async () => {
  const page = await start('')
  await page.connect()
  const arrives = write('#p://second')
  page.show(first)
  expect(bar.hash).toBe('#p://first')
  await arrives()
  expect([page.run(), bar.hash]).toEqual([second, '#p://second'])
  await write('#p://first')()
  expect(page.run()).toBe(first)
})

it('a wish outlives an engine that is away, and one that goes while it is asked', async () => {
  const page = await start('')
  await write('#p://second')()
  expect(asked).toEqual([])
  cutsOff = true
  await page.connect()
  page.lose()
  expect([page.run(), page.hasAddress(), asked]).toEqual([null, true, ['p://second']])
  cutsOff = false
  await page.connect()
  expect([page.run(), page.notices()]).toEqual([second, []])
})

it('the last wish wins', async () => {
  const page = await start('#p://first')
  const connecting = page.connect()
  await write('#p://second')()
  await connecting
  expect([page.run(), bar.hash]).toEqual([second, '#p://second'])
})

it('what leads nowhere is said, and the bar names again what is shown', async () => {
  const page = await start('')
  await page.connect()
  page.show(first)
  await write('#p://third')()
  expect([page.run(), bar.hash, page.hasAddress()]).toEqual([first, '#p://first', false])
  expect(page.notices()).toEqual([expect.stringContaining('there is no such run')])
})

it('what is no address changes nothing', async () => {
  const page = await start('#settings')
  expect(page.hasAddress()).toBe(false)
  await page.connect()
  page.show(first)
  for (const hash of ['', '#top', '#%E0%A4%A']) await write(hash)()
  expect([page.run(), bar.hash, asked, page.notices()]).toEqual([first, '#p://first', [], []])
})

it('the app has no address bar', async () => {
  bar.protocol = 'understory-app:'
  const page = await start('#p://first')
  bar.protocol = 'http:'
  expect(page.hasAddress()).toBe(false)
})
