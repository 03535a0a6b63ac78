import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../testing/faultsOf'
import { VIEW } from '../../testing/recordings'
import type { AgentEvent, AgentSays } from '../event'
import { promptKey } from '../promptKey'
import { applyTo, newForest, resetSource, runOf, takeRunPatch, treeOf } from './forest'

const RUN = 'run'

/** What is known of one agent: who called it and how anyone could tell. */
interface Sketch {
  readonly parent: number
  readonly evidence: (typeof EVIDENCE)[number]
  readonly prompt: number
}
const EVIDENCE = ['side file', 'result', 'stream', 'parent id', 'group', 'depth', 'prompt', 'none', 'circle'] as const

interface Source {
  readonly name: string
  readonly events: readonly AgentEvent[]
}

describe('[S3.31] the links of many agents', () => {
  it('10 000 of them, nested at random, are one tree', () => {
    const sources = write(sketches(10_000))
    const startedAt = performance.now()
    const tree = treeOf(feed(sources), VIEW)
    const tookMs = performance.now() - startedAt
    expect(faultsOf(tree)).toEqual([])
    expect(tree.agents.length + tree.unplaced.length).toBeGreaterThanOrEqual(10_001)
    // The promise is 2 s; a busy machine gets three times as long before this says that something is quadratic.
    expect(tookMs).toBeLessThan(6000)
  })

  it('10 000 equal prompts are paired in time', () => {
    const sources = write(Array.from({ length: 10_000 }, () => ({ parent: -1, evidence: 'prompt' as const, prompt: 1 })))
    const startedAt = performance.now()
    const tree = treeOf(feed(sources), VIEW)
    expect(tree.agents.filter((agent) => agent.link.ambiguous)).toHaveLength(10_000)
    expect(performance.now() - startedAt).toBeLessThan(6000)
  })

  it('do not depend on the order of sources, on looks in between, or on reading twice', () => {
    const sketch: fc.Arbitrary<Sketch> = fc.record({
      parent: fc.integer({ min: -1, max: 60 }),
      evidence: fc.constantFrom(...EVIDENCE),
      prompt: fc.nat({ max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (list, chance) => {
        const sources = write(list)
        const truth = treeOf(feed(sources), VIEW)
        expect(faultsOf(truth)).toEqual([])
        const keys = new Map(sources.map((source) => [source, chance.next().value ?? 0]))
        const shuffled = [...sources].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
        const run = runOf(newForest(), 'test', RUN)
        const shown = new Set<string>()
        for (const source of shuffled) {
          apply(run, source)
          if ((keys.get(source) ?? 0) % 3 === 0) takeRunPatch(run, shown, VIEW, 0)
          if ((keys.get(source) ?? 0) % 5 > 0) continue
          resetSource(run, source.name)
          apply(run, source)
        }
        expect(JSON.stringify(treeOf(run, VIEW))).toBe(JSON.stringify(truth))
      }),
      { numRuns: 200 },
    )
  })
})

function sketches(count: number): Sketch[] {
  let state = 12_345
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1
    return state % below
  }
  return Array.from({ length: count }, (_, i) => ({
    parent: next(i + 1) - 1,
    evidence: EVIDENCE[next(EVIDENCE.length)] ?? 'none',
    prompt: next(count),
  }))
}

function feed(sources: readonly Source[]): ReturnType<typeof runOf> {
  const run = runOf(newForest(), 'test', RUN)
  for (const source of sources) apply(run, source)
  return run
}

function apply(run: ReturnType<typeof runOf>, { name, events }: Source): void {
  events.forEach((event, i) => {
    applyTo(run, name, event, i + 1)
  })
}

/** One transcript per agent and one for the root, each saying what it would see; side files apart. */
function write(list: readonly Sketch[]): Source[] {
  const thread = (i: number): string => (i < 0 || i >= list.length ? RUN : `agent${i}`)
  const transcripts = new Map<string, AgentEvent[]>([[RUN, [{ kind: 'turn_started', thread: RUN, prompt: null, at: 0 }]]])
  const sides: Source[] = []
  list.forEach((sketch, i) => {
    const prompt = promptKey(`do thing number ${sketch.prompt}`)
    transcripts.set(thread(i), [
      { kind: 'turn_started', thread: thread(i), prompt, at: 100 + i },
      { kind: 'tool_called', thread: thread(i), call: `own${i}`, label: 'Read', at: 101 + i },
    ])
  })
  list.forEach((sketch, i) => {
    const id = thread(i)
    const parent = thread(sketch.parent)
    const call = `call${i}`
    const calling = transcripts.get(parent)
    const side = (says: AgentSays): void => {
      sides.push({ name: `${id}.meta`, events: [{ kind: 'agent_described', agent: id, says }] })
    }
    if (!['parent id', 'group', 'depth', 'none', 'circle'].includes(sketch.evidence)) {
      const prompt = promptKey(`do thing number ${sketch.prompt}`)
      const says = {
        name: 'Agent',
        sure: true,
        type: null,
        agentName: null,
        description: null,
        prompt,
        background: null,
        continues: null,
      }
      calling?.push({ kind: 'agent_called', thread: parent, call, says, at: 100 + i })
    }
    if (sketch.evidence === 'side file') {
      side({ call, type: 'one' })
      // Two files that disagree: which of them counts must not depend on which came first.
      sides.push({
        name: `${id}.journal`,
        events: [{ kind: 'agent_described', agent: id, says: { type: 'other', call: `call${sketch.prompt}` } }],
      })
    }
    if (sketch.evidence === 'parent id') side({ parent })
    if (sketch.evidence === 'group') side({ group: `group${sketch.prompt % 7}` })
    if (sketch.evidence === 'depth') side({ depth: 1 })
    if (sketch.evidence === 'circle') side({ parent: thread(list.length - 1 - i) })
    if (sketch.evidence === 'result')
      calling?.push({
        kind: 'call_answered',
        thread: parent,
        call,
        answer: 'completed',
        agent: id,
        agentType: null,
        message: null,
        said: null,
        at: 200 + i,
      })
    if (sketch.evidence === 'stream')
      calling?.push({ kind: 'agent_linked', agent: id, call, evidence: 'stream', continues: false, note: 'copy', at: 150 + i })
  })
  transcripts.get(RUN)?.push({ kind: 'group_called', group: 'group1', call: 'flow', thread: RUN, at: 1 })
  return [...[...transcripts].map(([name, events]) => ({ name, events })), ...sides]
}
