import { expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { fail } from '../shared/result'
import { heldBy, holdersOf } from './holdersOf'
import type { ProcessTable } from './processTable'
import type { ProviderRoot } from './providerRoot'

const run = RunUri.parse('logtoy://a')

/** A product whose run `a` is held, as it says, by processes of these numbers; odd ones have ended, and 1 has started all. */
function placeOf(pids: readonly number[]): { place: ProviderRoot; processes: ProcessTable } {
  const place: Pick<ProviderRoot, 'channel' | 'refresh'> & { provider: object; live: object } = {
    provider: { id: 'logtoy', hasRegistry: () => true },
    channel: null,
    refresh: () => Promise.resolve(),
    live: {
      livenessOf: () => ({ live: true }),
      pidsOf: () => pids,
      claimed: () => new Set(['a']),
      joinableAt: (run: string) => `at ${run}`,
    },
  }
  const processes: Partial<ProcessTable> = {
    isAlive: (pid) => (pid % 2 === 0 ? 'alive' : 'dead'),
    ancestors: () => [1],
  }
  return { place: place as ProviderRoot, processes: processes as ProcessTable }
}

it('a process that is gone holds nothing, whatever was heard of it last', async () => {
  const { place, processes } = placeOf([3, 4])
  const found = await holdersOf([place], run, {
    refreshProcesses: () => Promise.resolve(),
    processes,
    open: () => fail({ reason: 'not_found', message: 'none' }),
  })
  expect(found).toMatchObject({ pids: [{ pid: 4, ancestors: [1] }], isLive: true, joinable: 'at a', isUnheardAtWork: false })
})

it('what a process holds, or one that it has started', () => {
  const { place, processes } = placeOf([4])
  expect(heldBy([place], processes, 4)).toEqual([run])
  expect(heldBy([place], processes, 1)).toEqual([run])
  expect(heldBy([place], processes, 6)).toEqual([])
})
