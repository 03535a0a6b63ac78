import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AgentView, TreeView, WatchedAgent, WatchFrame } from '../../src/shared/views'
import { compareTree } from '../harness/compareTree'
import { judgePlacings } from '../harness/judgeWatch'
import { Observer } from '../harness/Observer'
import { type ExpectedAgent, listRecordings, openRecording, readReplay } from '../harness/recordings'
import { replayRecording } from '../harness/replayRecording'
import { readProcessStart, StandIns } from '../harness/standIns'
import { treeInvariants } from '../harness/treeInvariants'
import { treeOf } from '../harness/treeOf'
import { WatchLedger } from '../harness/watchLedger'
import { withWorkspace } from '../harness/workspace'

const recordings = listRecordings('claude')

test('there are recordings of every generation', () => {
  expect(recordings.length).toBeGreaterThan(80)
})

describe('the judges accept the truth itself and refuse anything else', () => {
  for (const recording of recordings) {
    test(recording.name, () => {
      for (const run of recording.runs) {
        const tree = treeOf(run)
        expect([...compareTree(run, tree), ...treeInvariants(tree, recording.root)]).toEqual([])
      }
    })
  }

  const nested = openRecording('claude', '2.1.327', 'nested').runs[0]!
  const spoil = (change: (tree: TreeView, last: AgentView) => void): string[] => {
    const tree = treeOf(nested)
    change(tree, tree.agents.at(-1)!)
    return [...compareTree(nested, tree), ...treeInvariants(tree, '/nowhere')]
  }
  const spoilings: Record<string, (tree: TreeView, last: AgentView) => void> = {
    'a missing agent': (tree) => tree.agents.pop(),
    'an invented agent': (tree, last) => tree.agents.push({ ...last, key: 'new' as AgentView['key'], id: 'new', number: 2 }),
    'an agent twice': (tree, last) => tree.agents.push(last),
    'a wrong parent': (tree, last) => Object.assign(last, { parent: tree.root, depth: 1, number: 2 }),
    'a wrong phase': (_tree, last) => Object.assign(last, { phase: 'orphaned', status: 'shutdown' }),
    'a status that does not go with the phase': (_tree, last) => Object.assign(last, { status: 'running' }),
    'a wrong usage': (_tree, last) => Object.assign(last.usage.own, { output: 7 }),
    'a wrong call': (_tree, last) => Object.assign(last, { call: 'toolu_other', calls: ['toolu_other'] }),
    'a gap in the numbers': (_tree, last) => Object.assign(last, { number: 3 }),
    'a wrong total': (tree) => Object.assign(tree.totals, { agents: 9 }),
    'a leaking path': (tree) => Object.assign(tree, { title: '/nowhere/projects/x' }),
  }
  for (const [name, change] of Object.entries(spoilings)) {
    test(name, () => expect(spoil(change)).not.toEqual([]))
  }
})

/** What an honest witness must have seen of an agent once its files are complete. */
function isOnDisk(agent: ExpectedAgent): boolean {
  return agent.id !== null && agent.depth !== 0 && !agent.hidden && !agent.noCall && !agent.optional
}

describe('a replay ends with the bytes of the recording, and the witness saw every agent and call', () => {
  for (const recording of recordings) {
    const events = readReplay(recording) ?? []
    test.skipIf(events.length === 0)(recording.name, async () => {
      await withWorkspace(async ({ root }) => {
        mkdirSync(root)
        const observer = new Observer(root)
        const afterEvent = async () => observer.look()
        await replayRecording(recording, events, root, new StandIns(events), { isSplit: false, longestGapMs: 0, afterEvent })
        const grown = new Map(events.flatMap((event) => (event.op === 'grow' ? [[event.path, event.to] as const] : [])))
        for (const [path, bytes] of grown) {
          expect(readFileSync(join(root, path)).equals(readFileSync(join(recording.root, path)).subarray(0, bytes)), path).toBe(
            true,
          )
        }
        for (const run of recording.runs) {
          const missing = run.agents.filter(isOnDisk).filter((agent) => !observer.agents.has(`${run.id} ${agent.id}`))
          expect(missing.map((agent) => agent.id)).toEqual([])
          const calls = run.agents.filter((agent) => isOnDisk(agent) && agent.call?.startsWith('toolu'))
          const unseen = calls.filter((agent) => !observer.calls.has(`${run.id} ${agent.call}`))
          expect(unseen.map((agent) => agent.call)).toEqual([])
        }
      })
    })
  }

  test('a recorded process lives while its registry file is there, under its own start time', async () => {
    const recording = openRecording('claude', '2.1.327', 'nested')
    const events = readReplay(recording) ?? []
    await withWorkspace(async ({ root }) => {
      const pids = new Set<number>()
      const afterEvent = async () => {
        for (const name of readdirSync(join(root, 'sessions'))) {
          const entry = JSON.parse(readFileSync(join(root, 'sessions', name), 'utf8')) as { pid: number; procStart: string }
          expect(entry.procStart).toBe(readProcessStart(entry.pid))
          pids.add(entry.pid)
        }
      }
      await replayRecording(recording, events, root, new StandIns(events), { isSplit: false, longestGapMs: 0, afterEvent })
      expect(pids.size).toBe(1)
      for (const pid of pids) expect(existsSync(`/proc/${pid}`)).toBe(false)
    })
  })
})

describe('the ledger notices every breach of the promise', () => {
  const run = 'claude://r' as WatchFrame['runs'][number]['uri']
  const root = {
    ...treeOf(openRecording('claude', '2.1.327', 'nested').runs[0]!).agents[0]!,
    run,
    key: 'root',
    id: 'r',
    calls: [],
  }
  const agent = (change: Record<string, unknown>) => ({ ...root, ...change }) as unknown as WatchedAgent
  const child = agent({ key: 'call-1', id: 'a1', parent: 'root', call: 'call-1', calls: ['call-1'] })
  const patch = (seq: number, agents: WatchedAgent[], removed: string[] = []): WatchFrame => {
    return { kind: 'patch', seq, at: '2026-01-01T00:00:00.000Z', runs: [], agents, removed }
  }
  const faultsOf = (...frames: WatchFrame[]): string[] => {
    const ledger = new WatchLedger()
    ledger.take({ kind: 'snapshot', seq: 0, runs: [], agents: [agent({})] }, 1)
    for (const frame of frames) ledger.take(frame, 2)
    return [...ledger.faults, ...judgePlacings(run, ledger)]
  }

  test('nothing wrong', () => expect(faultsOf(patch(1, [child]), patch(2, [child]))).toEqual([]))
  test('a gap', () => expect(faultsOf(patch(2, [child]))).not.toEqual([]))
  test('a second snapshot', () => {
    expect(faultsOf({ kind: 'snapshot', seq: 1 as unknown as 0, runs: [], agents: [] })).not.toEqual([])
  })
  test('one id under two keys', () => expect(faultsOf(patch(1, [child, agent({ ...child, key: 'a1' })]))).not.toEqual([]))
  test('a call that vanishes', () => {
    const waiting = agent({ ...child, id: null })
    expect(faultsOf(patch(1, [waiting]), patch(2, [], [`${run} call-1`]))).not.toEqual([])
  })
  test('an id that changes', () => expect(faultsOf(patch(1, [child]), patch(2, [agent({ ...child, id: 'a2' })]))).not.toEqual([]))
  test('a certain place that was wrong', () => {
    const elsewhere = agent({ ...child, key: 'call-2', id: 'a2', call: 'call-2', calls: ['call-2'] })
    const moved = agent({ ...elsewhere, parent: 'call-1' })
    expect(faultsOf(patch(1, [child, elsewhere]), patch(2, [moved]))).not.toEqual([])
    const guess = agent({ ...elsewhere, link: { evidence: 'prompt-match', ambiguous: true, note: '' } })
    expect(faultsOf(patch(1, [child, guess]), patch(2, [moved]))).toEqual([])
  })
})
