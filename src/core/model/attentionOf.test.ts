import { expect, it } from 'vitest'
import { ProviderId, RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { rowOf } from '../../testing/fakeEngine'
import { type AgentSketch, sampleMain, sampleNow, sketchTree } from '../../testing/sampleTree'
import { attentionOf } from './attentionOf'

const minute = 60_000
const at = (ms: number): string => new Date(sampleNow + ms).toISOString()

function attention(
  root: AgentSketch,
  row: Partial<RunRow> = {},
  now = sampleNow,
  listed: readonly string[] = [],
  pausedUntil: number | null = null,
) {
  const tree = sketchTree({ id: sampleMain, ...root })
  const agents = new Map(tree.agents.map((agent) => [agent.key as string, agent]))
  return attentionOf(
    { row: { ...rowOf(tree), ...row }, agents, rootLabel: 'The Tool', isToldElsewhere: (run) => listed.includes(run) },
    { now, watchedSince: sampleNow - minute, failedForMs: 60 * minute, stuckAfterMs: 10 * minute, pausedUntil },
  )
}

const kinds = (...given: Parameters<typeof attention>) => attention(...given).map(({ kind, key }) => `${kind} ${key}`)
const busy: AgentSketch = { phase: 'running' }

it('tells of the agent that waits, with the way to it', () => {
  const [item, ...more] = attention({
    ...busy,
    children: [
      {
        type: 'reviewer',
        phase: 'running',
        children: [{ type: 'fixer', phase: 'waiting', waitingFor: 'permission', activity: 'Bash: rm -r\u0007 x' }],
      },
    ],
  })
  expect(more).toEqual([])
  expect(item).toMatchObject({
    kind: 'permission',
    run: RunUri.parse(`claude://${sampleMain}`),
    key: 'k2',
    detail: 'Bash: rm -r␇ x',
  })
  expect(item?.path.map(({ label }) => label)).toEqual(['The Tool', 'reviewer #1', 'fixer #1'])
})

it.each<[string, AgentSketch, Partial<RunRow>, string[]]>([
  ['nothing of a run that is at work', busy, {}, []],
  ['a question', { phase: 'waiting', waitingFor: 'question' }, {}, ['question k0']],
  ['an unknown wait as a question', { phase: 'waiting' }, {}, ['question k0']],
  [
    'the waiting agent and not the ones above it',
    { phase: 'waiting', children: [{ phase: 'waiting', waitingFor: 'permission' }] },
    {},
    ['permission k1'],
  ],
  [
    'a failure of a live run, old as it is',
    { ...busy, children: [{ phase: 'failed', ended: at(-30 * minute) }] },
    {},
    ['failed k1'],
  ],
  ['no failure of yesterday', { ...busy, children: [{ phase: 'failed', ended: at(-90 * minute) }] }, {}, []],
  ['no failure of an ended run from before we watched', { phase: 'failed', ended: at(-5 * minute) }, { live: false }, []],
  ['a failure of an ended run seen to happen', { phase: 'failed', ended: at(-1000) }, { live: false }, ['failed k0']],
  ['no hidden agent', { ...busy, children: [{ phase: 'failed', hidden: 'warmup', ended: at(-1000) }] }, {}, []],
  ['the end of a run', { phase: 'completed', ended: at(-1000) }, {}, ['finished k0']],
  ['no end of a session that has not answered yet', { phase: 'completed', ended: at(-1000), tokens: 0 }, {}, []],
  ['no end from before we watched', { phase: 'completed', ended: at(-2 * minute) }, {}, []],
  ['no end of a sub-agent that is waited for', { ...busy, children: [{ phase: 'completed', ended: at(-1000) }] }, {}, []],
  [
    'the end of a background agent',
    { ...busy, children: [{ phase: 'completed', background: true, ended: at(-1000) }] },
    {},
    ['finished k1'],
  ],
  [
    'no end while an agent below is at work',
    { phase: 'completed', ended: at(-1000), children: [{ phase: 'running', background: true }] },
    {},
    [],
  ],
  ['silence', { phase: 'running', updated: at(-10 * minute) }, {}, ['stuck k0']],
  ['no silence a moment too short', { phase: 'running', updated: at(-10 * minute + 1) }, {}, []],
  ['no silence of an ended run', { phase: 'running', updated: at(-20 * minute) }, { live: false }, []],
  [
    'the silent agent and not the ones that wait for it',
    { phase: 'running', updated: at(-30 * minute), children: [{ phase: 'starting', updated: null, started: at(-20 * minute) }] },
    {},
    ['stuck k1'],
  ],
])('tells of %s', (_, root, row, expected) => {
  expect(kinds(root, row)).toEqual(expected)
})

it('a run that a person lets stand still is not stuck, nor right after it goes on', () => {
  const silent: AgentSketch = { phase: 'running', updated: at(-30 * minute) }
  const stuck = (pausedUntil: number | null) => kinds(silent, {}, sampleNow, [], pausedUntil)
  expect(stuck(null)).toEqual(['stuck k0'])
  expect(stuck(Number.POSITIVE_INFINITY)).toEqual([])
  expect(stuck(sampleNow - 10 * minute + 1)).toEqual([])
  expect(stuck(sampleNow - 10 * minute)).toEqual(['stuck k0'])
})

it('names the same matter the same and another one otherwise', () => {
  const failed = (ended: string): AgentSketch => ({ ...busy, children: [{ phase: 'failed', ended, error: 'x'.repeat(5000) }] })
  const [one] = attention(failed(at(-5000)))
  expect(attention(failed(at(-5000)), {}, sampleNow + 1000)[0]?.id).toBe(one?.id)
  expect(attention(failed(at(-4000)))[0]?.id).not.toBe(one?.id)
  expect(one?.detail).toHaveLength(300)
})

it('leaves what a guest wants to its own run where that is listed, and still knows that it is at work', () => {
  const codex = ProviderId.parse('codex')
  const called = { provider: codex, id: null, uri: null, phase: 'failed', ended: at(-1000) } as const
  const guest: AgentSketch = {
    phase: 'completed',
    ended: at(-1000),
    children: [
      {
        ...{ provider: codex, uri: 'codex://guest', phase: 'running' },
        children: [{ provider: codex, uri: 'codex://guest/inner', phase: 'waiting', waitingFor: 'permission' }, called],
      },
    ],
  }
  expect(kinds(guest)).toEqual(['permission k2', 'failed k3'])
  expect(kinds(guest, {}, sampleNow, ['codex://another'])).toEqual(['permission k2', 'failed k3'])
  expect(kinds(guest, {}, sampleNow, ['codex://guest'])).toEqual([])
})
