import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type EngineClient, useClient } from '../store/client'
import { useSilence } from '../store/silence'
import { watchSilence } from './watchSilence'

let answers: (() => void)[]
let stop: () => void
const page = { hidden: false }
const since = () => useSilence.getState().since
const began = Date.parse('2026-11-18T14:03:12.000Z')

function connect(): void {
  const call = () => new Promise((resolve) => answers.push(() => resolve({})))
  // Of the client only `call` is used.
  const client = { call } as unknown as EngineClient
  const can = { openLink: false, revealFile: false, chooseFolder: false, notify: false }
  useClient.setState({ connection: { kind: 'open', client, shell: { version: '1', kind: 'app', platform: 'linux', can } } })
}

beforeEach(() => {
  vi.useFakeTimers({ now: began })
  vi.stubGlobal('document', page)
  page.hidden = false
  answers = []
  useClient.setState({ connection: { kind: 'connecting' } })
  stop = watchSilence()
  connect()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an engine that answers is not silent', async () => {
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(5000)
    for (const answer of answers.splice(0)) answer()
  }
  await vi.advanceTimersByTimeAsync(4000)
  expect(since()).toBeNull()
})

it('one that hangs is said to be silent since it was heard last, once, and not any more when it answers again', async () => {
  await vi.advanceTimersByTimeAsync(12_000)
  expect(since()).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(since()).toBe(began)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveLength(1)
  answers[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(since()).toBeNull()
})

it('nobody is asked while nobody looks', async () => {
  page.hidden = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveLength(0)
})

it('with another connection all is forgotten, late answers too', async () => {
  await vi.advanceTimersByTimeAsync(13_000)
  useClient.setState({ connection: { kind: 'lost', reason: 'cut', since: 0, retryAt: null } })
  expect(since()).toBeNull()
  connect()
  await vi.advanceTimersByTimeAsync(13_000)
  answers[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(since()).not.toBeNull()
})
