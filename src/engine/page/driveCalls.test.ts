import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import type { contract } from '../../shared/contract'
import type { LaunchId } from '../../shared/drive/launch'
import { fileKeeper } from '../../testing/drive/fileKeeper'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
import { toyProgram, toyWish } from '../../testing/drive/toyDesk'
import { toyDriver } from '../../testing/drive/toyDriver'
import { openPageClient, type PageClient } from '../../testing/pageClient'
import { logToy } from '../../testing/toy/logToy'
import { openPageHost } from './openPageHost'
import type { PageHost } from './pageHost'

const given = vi.hoisted(() => ({ providers: [] as unknown[] }))
vi.mock('../../core/providers', () => ({ providers: given.providers }))
vi.mock('../../connect/connections', () => ({ connections: [] }))

type News = z.output<(typeof contract)['feeds']['launches']>

let bench: ToyBench
let host: PageHost
let keeper: ReturnType<typeof fileKeeper>
beforeEach(async () => {
  given.providers.splice(0, Infinity, logToy)
  bench = makeToyBench()
  const { place } = bench
  keeper = fileKeeper(join(place.state, 'held'))
  host = await openPageHost({
    env: { HOME: place.at('..'), PATH: process.env['PATH'], UNDERSTORY_LOGTOY_PROGRAM: toyProgram(place) },
    overrides: { roots: { logtoy: place.root }, stateFolder: place.state },
    product: { workerScript: null },
    driving: { keeper, drivers: [toyDriver()], labelOf: () => 'Log toy' },
  })
})
afterEach(async () => {
  keeper.killAll()
  await host.close()
  await bench.close()
})

async function openPage(): Promise<{
  page: PageClient
  news: () => News
  until: (look: (news: News) => unknown) => Promise<void>
}> {
  const page = await openPageClient(host)
  let latest: News = { isSettled: false, launches: [], asks: [], ended: [], breaches: [] }
  const waiting = new Set<() => void>()
  page.client.on('launches', (news) => {
    latest = news
    for (const look of [...waiting]) look()
  })
  const until = (condition: (news: News) => unknown): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition(latest)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { page, news: () => latest, until }
}

async function start(page: PageClient, prompt: string, draft: string | null = null): Promise<LaunchId> {
  const { launch, refusal } = await page.client.call('startLaunch', { wish: toyWish(bench.folder, { prompt }), draft })
  if (launch === null) throw new Error(refusal?.message)
  return launch
}

it('a page starts a session with a prompt of a megabyte, put down in parts', async () => {
  const { page, until, news } = await openPage()
  const text = `begin ${'ü '.repeat(500_000)}end`
  for (let from = 0; from < text.length; from += 60_000)
    await page.client.call('putText', { draft: 'd', from, text: text.slice(from, from + 60_000) })
  const wished = { wish: toyWish(bench.folder, { prompt: '' }), draft: 'd' }
  const { plan } = await page.client.call('planLaunch', wished)
  expect(plan?.folder).toBe(bench.folder)
  const launch = await start(page, '', 'd')
  await until(({ launches }) => launches.some(({ id, phase }) => id === launch && phase === 'idle'))
  const run = news().launches[0]?.run ?? ''
  expect(readFileSync(bench.fileOf(run as never), 'utf8')).toContain(JSON.stringify(text))
  expect(Math.max(...page.sizes)).toBeLessThan(256 * 1024)
  await expect(page.client.call('startLaunch', wished)).rejects.toMatchObject({ fault: { code: 'not_found' } })
})

it('what waits stands in the attention list with what answers it; the second page sees that it was answered', async () => {
  const first = await openPage()
  const second = await openPage()
  await start(first.page, 'a child please')
  const withAsk = () => second.page.attentions.at(-1)?.items.find(({ kind }) => kind === 'permission')
  await second.page.until(() => withAsk()?.ask !== undefined)
  expect(withAsk()).toMatchObject({ key: 'c1', detail: 'Bash: rm -rf build' })
  const ask = withAsk()?.ask
  if (ask === undefined) throw new Error('it was there a moment ago')
  await second.until(({ asks }) => asks.some(({ id }) => id === ask))
  const whole = await second.page.client.call('readAsk', { ask, from: 0 })
  expect(JSON.parse(whole.text)).toMatchObject({ id: ask, detail: 'rm -rf build', isShort: false, folder: bench.folder })
  const answer = { kind: 'option', option: 'no', message: 'not now' } as const
  expect((await first.page.client.call('answerAsk', { ask, answer })).outcome).toBe('answered')
  expect((await second.page.client.call('answerAsk', { ask, answer })).outcome).toBe('already')
  await second.until(({ asks }) => asks.length === 0)
  await second.until(({ ended }) => ended.some((end) => end.ask === ask && end.how === 'deny'))
  await second.page.until(() => withAsk() === undefined)
})

it('acts and stops by id, and says why not', async () => {
  const { page, until, news } = await openPage()
  const launch = await start(page, 'wait')
  await until(({ launches }) => launches.some(({ phase }) => phase === 'working'))
  expect(await page.client.call('forgetLaunch', { launch })).toEqual({ refusal: 'It still runs: stop it first.' })
  expect(host.closeAdvice()).toEqual({ active: 1, choice: 'ask' })
  expect(await page.client.call('interruptLaunch', { launch })).toEqual({ refusal: null })
  await until(({ launches }) => launches.some(({ phase }) => phase === 'idle'))
  const run = news().launches[0]?.run
  if (!run) throw new Error('it has a run')
  const acts = await page.client.call('listActs', { run, key: null })
  expect(acts.find(({ name }) => name === 'focus')).toMatchObject({ reason: null, label: 'Show its composer' })
  expect(await page.client.call('stopLaunch', { launch, how: 'finish' })).toEqual({ refusal: null })
  await until(({ launches }) => launches.some(({ phase }) => phase === 'ended'))
  expect(await page.client.call('forgetLaunch', { launch })).toEqual({ refusal: null })
  await until(({ launches }) => launches.length === 0)
  expect(await page.client.call('sendMessage', { launch, text: 'x', draft: null })).toEqual({
    refusal: expect.stringContaining('not in the list'),
  })
  await expect(page.client.call('followTerminal', { launch, from: 0 })).rejects.toMatchObject({ fault: { code: 'not_found' } })
  const context = await page.client.call('readContext', { run, key: null, at: null, from: 0 })
  expect(context.text).toContain('Done.')
})

function isThere(pid = 0): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('closing with the choice to stop ends what was started here', async () => {
  const { page, until } = await openPage()
  await page.client.call('changeSettings', { whenClosing: 'stop' })
  await start(page, 'wait')
  await until(({ launches }) => launches.some(({ phase }) => phase === 'working'))
  const [pid] = keeper.pids()
  await host.close()
  // It has ended; that its parent has heard of it may take a moment.
  await expect.poll(() => isThere(pid)).toBe(false)
})

it('a crash ends nothing, unless all is to end with the app', async () => {
  const { page } = await openPage()
  const told: unknown[] = []
  const { hold } = keeper
  vi.spyOn(keeper, 'hold').mockImplementation((spec, memo, isKept) => {
    told.push(isKept)
    return hold(spec, memo, isKept)
  })
  await start(page, 'wait')
  for (const whenClosing of ['keep', 'stop'] as const) {
    await page.client.call('changeSettings', { whenClosing })
    await start(page, 'wait')
  }
  expect(told).toEqual([true, true, false])
})
