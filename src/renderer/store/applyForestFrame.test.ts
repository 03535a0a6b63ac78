import { expect, it } from 'vitest'
import type { ForestFrame } from '../../shared/forestFrame'
import { AgentKey, RunUri } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { sketchTree } from '../../testing/sampleTree'
import { applyForestFrame, emptyForest, type ForestView } from './applyForestFrame'

const run = RunUri.parse('x://run')
const root = AgentKey.parse('run')
const key = (text: string) => AgentKey.parse(text)

const sample = sketchTree({}).agents[0]!

function agent(name: string, over: Partial<AgentView> = {}): AgentView {
  return { ...sample, key: key(name), parent: root, depth: 1, ...over }
}

function patch(seq: number, agents: AgentView[], over: Partial<Extract<ForestFrame, { kind: 'patch' }>> = {}): ForestFrame {
  return { kind: 'patch', run, seq, row: null, agents, removed: [], isWhole: true, ...over }
}

function follow(...frames: ForestFrame[]): ForestView {
  let view = emptyForest(run)
  for (const frame of [{ kind: 'begin', run, seq: 0, root } as const, ...frames]) {
    const next = applyForestFrame(view, frame)
    if (next === null) throw new Error('a gap')
    view = next
  }
  return view
}

const rootView = agent('run', { parent: null, depth: 0, number: 1 })

it('puts children in the order of their numbers, whatever order they arrive in', () => {
  const view = follow(patch(1, [agent('b', { number: 2 }), rootView, agent('a', { number: 1 })]))
  expect(view.children.get(root)).toEqual(['a', 'b'])
})

it('leaves hidden and unplaced agents out of the tree, and knows them', () => {
  const view = follow(patch(1, [rootView, agent('h', { hidden: 'warmup' }), agent('u', { parent: null })]))
  expect([view.children.size, view.hidden, view.unplaced]).toEqual([0, ['h'], ['u']])
})

it('does not ask for a new layout when only words and numbers change', () => {
  const before = follow(patch(1, [rootView, agent('a', { number: 1 })]))
  const after = applyForestFrame(before, patch(2, [agent('a', { number: 1, activity: 'Read x' })]))
  expect(after?.structure).toBe(before.structure)
  expect(after?.version).toBe(before.version + 1)
  expect(after?.agents.get(key('a'))?.activity).toBe('Read x')
})

it('asks for a new layout when an agent moves, goes, or is hidden', () => {
  const before = follow(patch(1, [rootView, agent('a', { number: 1 }), agent('b', { number: 2 })]))
  const moved = applyForestFrame(before, patch(2, [agent('b', { parent: key('a'), number: 1, depth: 2 })]))
  expect(moved?.children.get(key('a'))).toEqual(['b'])
  const gone = moved && applyForestFrame(moved, patch(3, [], { removed: [key('b')] }))
  expect(gone?.children.has(key('a'))).toBe(false)
  const hidden = gone && applyForestFrame(gone, patch(4, [agent('a', { number: 0, hidden: 'user' })]))
  expect(hidden?.children.size).toBe(0)
  expect(hidden?.structure).toBe(before.structure + 3)
})

it('says that a frame is missing, and leaves what is shown as it is', () => {
  const before = follow(patch(1, [rootView]))
  expect(applyForestFrame(before, patch(3, [agent('a')]))).toBeNull()
  expect(before.agents.has(key('a'))).toBe(false)
})

it('ignores frames of a run that is no longer shown', () => {
  const before = follow(patch(1, [rootView]))
  expect(applyForestFrame(before, { ...patch(2, [agent('a')]), run: RunUri.parse('x://other') })).toBe(before)
})

it('begins anew when the run is followed again', () => {
  const before = follow(patch(1, [rootView, agent('a')]))
  const after = applyForestFrame(before, { kind: 'begin', run, seq: 0, root })
  expect([after?.agents.size, after?.isWhole, after?.seq]).toEqual([0, false, 0])
})

it('shows a snapshot that comes in portions from the first on, and puts it in order again each time it has doubled', () => {
  const names = Array.from({ length: 8 }, (_, n) => agent(`a${n}`, { number: n + 1 }))
  const portion = (seq: number, agents: AgentView[], isWhole = false) => patch(seq, agents, { isWhole })
  const first = follow(portion(1, [rootView, names[0]!]))
  expect(first.children.get(root)).toEqual(['a0'])
  const few = applyForestFrame(first, portion(2, [names[1]!]))!
  expect([few.structure, few.children.get(root)?.length]).toEqual([first.structure, 1])
  const doubled = applyForestFrame(few, portion(3, names.slice(2, 4)))!
  expect(doubled.children.get(root)).toHaveLength(4)
  const whole = applyForestFrame(doubled, portion(4, names.slice(4), true))!
  expect(whole.children.get(root)).toHaveLength(8)
})
