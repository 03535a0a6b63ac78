import { expect, test } from 'vitest'
import { applyTo } from '../../core/model/forest'
import { newRun, type Run } from '../../core/model/run'
import type { ProviderRoot } from '../providerRoot'
import { type Candidate, type Match, type Rank, rankOf } from './matchGuest'

/** The guest is held by 30, which 20 started, which 10 started. */
const ANCESTORS = new Map([[30, [20, 10]]])

interface Holder {
  /** Who says that it holds the run. */
  readonly told?: number
  /** The only program that can hold it. */
  readonly only?: number
  readonly hasRegistry?: boolean
}

function place({ told, only, hasRegistry = false }: Holder): ProviderRoot {
  return {
    provider: { id: 'x', hasRegistry: () => hasRegistry },
    channel: null,
    live: { pidsOf: () => (told === undefined ? [] : [told]) },
    unregistered: { holderOf: (_: unknown, __: string, cwd: string) => (cwd === '/work' ? (only ?? null) : null) },
    processes: { ancestors: (pid: number) => ANCESTORS.get(pid) ?? [] },
    catalog: () => null,
  } as unknown as ProviderRoot // Nothing else of it is asked.
}

function host(): Run {
  const run = newRun('x', 'host')
  applyTo(run, 'main', { kind: 'run_described', cwd: '/work', version: '1', branch: null }, 1)
  applyTo(run, 'main', { kind: 'turn_started', thread: 'host', prompt: null, at: 0 }, 2)
  return run
}

function rank(of: Holder, guest: Holder): Rank {
  const started = { entry: { id: 'guest' }, cwd: '/work', version: '1' } as unknown as Candidate['started'] // As above.
  return rankOf(place(of), host(), { place: place(guest), started }, { isTold: false } as Match)
}

test.each<[string, Rank, Holder, Holder]>([
  ['both say who holds them', 'proved', { told: 10 }, { told: 30 }],
  ['only one program can hold the host', 'proved', { only: 10 }, { told: 30 }],
  ['only one program can hold the guest', 'proved', { told: 20 }, { only: 30 }],
  ['another program holds the host', 'guess', { told: 40, only: 10 }, { told: 30 }],
  ['nobody knows who holds the host', 'guess', {}, { told: 30 }],
  ['nobody knows who holds the guest', 'guess', { told: 10 }, {}],
  ['the host’s release would say who holds it', 'guess', { only: 10, hasRegistry: true }, { told: 30 }],
])('%s: %s', (_, due, of, guest) => {
  expect(rank(of, guest)).toBe(due)
})
