import { expect, test, vi } from 'vitest'
import type { LiveChannel } from '../core/liveChannel'
import type { SourceStore } from '../core/sourceStore'
import { type LookedAtPlace, openFirstLooks } from './firstLooks'

function place(id: string, silent: readonly string[]): LookedAtPlace {
  const channel = { silent: () => silent } as unknown as LiveChannel // Nothing else of it is asked.
  return { provider: { id }, refresh: () => Promise.resolve(), store: null, channel }
}

test('who depends on servers that say nothing is told so, once; nobody else is', async () => {
  const warnings: string[] = []
  const looks = openFirstLooks([place('one', []), place('two', ['http://a:1'])], (message) => warnings.push(message))
  await looks.of('one')
  await looks.of('none')
  expect(warnings).toEqual([])
  await looks.of('two')
  await looks.of('two')
  expect(warnings).toEqual(['the server at http://a:1 says nothing: runs that only it knows are missing'])
})

test('who depends on a server that does not come to an end is told so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const warnings: string[] = []
    const store = { heard: () => new Promise<void>(() => undefined) } as unknown as SourceStore // As above.
    const looks = openFirstLooks([{ ...place('one', []), store }], (message) => warnings.push(message))
    const looked = looks.of('one')
    await vi.advanceTimersByTimeAsync(3000)
    await looked
    expect(warnings).toEqual(['a server of one has not told all in time: some of its runs are missing'])
  } finally {
    vi.useRealTimers()
  }
})
