import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { asId, asObject, type Json, parseJson } from '../../../core/readJson'
import { ok } from '../../../shared/result'
import { systemClock } from '../../clock'
import { openCodexSession } from './codexSession'

const RECORDED = join(import.meta.dirname, '../../../../fixtures/codex/0.169.0/_app-server')

/** What a server said until this thread was at work. */
function heardUntil(name: string, thread: string): object[] {
  const lines = readFileSync(join(RECORDED, `${name}.driver.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const heard = lines.map((line) => asObject(parseJson(line))).filter((line) => line?.['dir'] === '<')
  const said = heard.map((line) => asObject(line?.['m']) ?? {})
  const isIt = ({ method, params }: Json): boolean => method === 'turn/started' && asObject(params)?.['threadId'] === thread
  return said.slice(0, said.findIndex(isIt) + 1)
}

const begun = (threadId: string) => ({ method: 'turn/started', params: { threadId, turn: { id: `t-${threadId}` } } })

/** A session that has heard this; `refused`: threads whose turn the server does not end. */
async function sessionOf(heard: readonly object[], refused: readonly string[] = [], late: readonly object[] = []) {
  let say = (_: object): void => undefined
  const interrupted: string[] = []
  const left = [...late]
  const held = {
    ...{ pid: 1, startedAt: 0, exit: () => null, isHeld: () => true, isRunning: () => true },
    written: async () => [],
    follow(onLine: (line: Uint8Array, isOld: boolean) => void, onCaughtUp: () => void) {
      say = (line) => onLine(new TextEncoder().encode(JSON.stringify(line)), false)
      for (const line of heard) say(line)
      onCaughtUp()
      return () => undefined
    },
    onChange: () => () => undefined,
    async write(line: string) {
      const { id, method, params } = asObject(parseJson(line)) ?? {}
      const { threadId } = asObject(params) ?? {}
      if (method !== 'turn/interrupt') return ok(undefined)
      interrupted.push(asId(threadId) ?? '')
      for (const one of left.splice(0)) say(one)
      const isRefused = refused.includes(asId(threadId) ?? '')
      queueMicrotask(() => say({ id, ...(isRefused ? { error: { code: -1, message: 'not now' } } : { result: {} }) }))
      return ok(undefined)
    },
  }
  let ids = 0
  const options = { clock: systemClock, newId: () => `n${ids++}`, mode: null }
  // As far as a session without an end looks at it.
  const session = await openCodexSession({ ...options, held: held as unknown as HeldProcess })
  return { session, interrupted }
}

it.each([
  // Of the first runtime by what was called, of the second also by their paths.
  ['v1-nested', '01a1ee77-93ca-7b32-a381-9185364f4308', '01a1ee77-9362-7403-ad2f-f98ff04a0157', 3],
  ['v2-tree', '01a1ee76-c87c-76c3-b76b-1f09adb39eb0', '01a1ee76-c778-75b2-9442-44abb0dfd94e', 2],
])('%s: with an agent all that is at work below it is stopped, and nothing else', async (name, deepest, agent, count) => {
  const { session, interrupted } = await sessionOf(heardUntil(name, deepest))
  const open = [...session.threads()].flatMap(([id, { activity }]) => (activity === 'busy' ? [id] : []))
  expect(await session.stopAgent(agent)).toEqual(ok(undefined))
  expect(interrupted).toHaveLength(count)
  expect([interrupted[0], interrupted.every((one) => open.includes(one))]).toEqual([agent, true])
  expect(open.length).toBeGreaterThan(count)
})

const called = (parent: string, child: string) => ({
  method: 'item/completed',
  params: { threadId: parent, item: { type: 'collabAgentToolCall', id: 'c', tool: 'spawnAgent', receiverThreadIds: [child] } },
})
const family = [begun('a'), called('a', 'b'), begun('b'), called('b', 'c'), begun('c'), begun('other')]

it('one that was not stopped is told, and the others are stopped all the same', async () => {
  const { session, interrupted } = await sessionOf(family, ['c'])
  expect(await session.stopAgent('a')).toEqual({ ok: false, failure: { message: '1 of 3 agents were not stopped: not now' } })
  expect(interrupted).toEqual(['a', 'b', 'c'])
  expect(await session.stopAgent('nobody')).toMatchObject({ failure: { message: expect.stringContaining('no turn') } })
})

it('one that was called while its caller was being stopped is stopped too', async () => {
  const { session, interrupted } = await sessionOf(family, [], [called('c', 'd'), begun('d')])
  expect(await session.stopAgent('b')).toEqual(ok(undefined))
  expect(interrupted).toEqual(['b', 'c', 'd'])
})

it('an agent of an earlier process is known by its path', async () => {
  const named = (agentThreadId: string, agentPath: string) => ({
    method: 'item/started',
    params: { threadId: 'run', turnId: 't', item: { type: 'subAgentActivity', kind: 'interacted', agentThreadId, agentPath } },
  })
  const old = [named('a', '/root/a'), named('b', '/root/a/b'), named('z', '/root/ab'), begun('a'), begun('b'), begun('z')]
  const { session, interrupted } = await sessionOf(old)
  expect(await session.stopAgent('a')).toEqual(ok(undefined))
  expect(interrupted).toEqual(['a', 'b'])
})
