import { describe, expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { type AgentSketch, sampleNow, sketchTree } from '../../testing/sampleTree'
import { applyForestFrame, emptyForest, type ForestView } from '../store/applyForestFrame'
import { hueIn, takeTypeColours } from '../store/typeColours'
import { noFilter } from '../store/ui'
import { dimScene, matchesOf, matchOf } from './matchesOf'
import { freshenScene, rehueScene, type SceneWishes, sceneOf } from './scene'
import { slideOf } from './slideOf'
import { phases } from './tokens'

function forestOf(root: AgentSketch): { forest: ForestView; patch: (agents: readonly AgentView[]) => ForestView } {
  const { uri, agents, root: key } = sketchTree(root)
  let forest = emptyForest(uri)
  let seq = 0
  const put = (frame: Parameters<typeof applyForestFrame>[1]): ForestView => {
    const next = applyForestFrame(forest, frame)
    if (!next) throw new Error('a frame is missing')
    forest = next
    return next
  }
  put({ kind: 'begin', run: uri, seq: seq++, root: key })
  const patch = (changed: readonly AgentView[]): ForestView =>
    put({ kind: 'patch', run: uri, seq: seq++, row: null, agents: changed, removed: [], isWhole: true })
  return { forest: patch(agents), patch }
}

const wishes: SceneWishes = { direction: 'right', chosen: {}, showsHidden: false, before: null, anchor: null }
const key = (name: string): AgentKey => AgentKey.parse(name)
const tree: AgentSketch = {
  phase: 'running',
  children: [
    { type: 'Explore', phase: 'completed', children: [{ type: 'Plan', phase: 'running', description: 'Plan the split' }] },
    { type: 'reviewer', phase: 'waiting' },
    { type: 'titler', hidden: 'title' },
  ],
}

describe('sceneOf', () => {
  it('counts what is below every agent, and counts anew when a phase changes', () => {
    const { forest, patch } = forestOf(tree)
    const scene = sceneOf(forest, wishes)
    expect([scene.tallies.running[0], scene.tallies.waiting[0], scene.tallies.running[1]]).toEqual([1, 1, 1])
    const plan = forest.agents.get(key('k2'))!
    const next = patch([{ ...plan, phase: 'failed' }])
    expect(freshenScene(scene, next.changed)).toEqual({ isToFold: false, isToPaint: true, isAnyHere: true })
    expect([scene.tallies.running[0], scene.tallies.failed[0], scene.tallies.failed[1]]).toEqual([0, 1, 1])
    expect(phases[scene.phase[2]!]).toBe('failed')
  })

  it('says of agents that have no place yet that nothing is to be painted', () => {
    const { forest, patch } = forestOf(tree)
    const scene = sceneOf(forest, wishes)
    const plan = forest.agents.get(key('k2'))!
    const next = patch([{ ...plan, key: key('k99'), number: 9 }])
    expect(next.changed).toEqual([key('k99')])
    expect(freshenScene(scene, next.changed)).toEqual({ isToFold: false, isToPaint: false, isAnyHere: false })
  })

  it('takes over the colours of types that are told after its agents, but for the root', () => {
    const { forest } = forestOf({ ...tree, type: 'Plan' })
    const scene = sceneOf(forest, wishes)
    const plan = scene.layout.shape.indexOf.get(key('k2'))!
    expect([rehueScene(scene), scene.hue[plan]]).toEqual([false, 5])
    takeTypeColours(forest.run!, [{ type: 'Plan', colour: '#dc2626' }])
    expect(rehueScene(scene)).toBe(true)
    expect([scene.hue[0], scene.hue[plan]]).toEqual([0, hueIn(forest.run, 'Plan')])
    expect(sceneOf(forest, wishes).hue).toEqual(scene.hue)
    takeTypeColours(forest.run!, [])
    expect([rehueScene(scene), scene.hue[plan]]).toEqual([true, 5])
  })

  it('leaves hidden agents out until they are asked for', () => {
    const { forest } = forestOf(tree)
    expect(sceneOf(forest, wishes).layout.shape.keys).not.toContain('k4')
    expect(sceneOf(forest, { ...wishes, showsHidden: true }).layout.shape.keys).toContain('k4')
  })

  it('keeps the anchor where it stood in the world while others move', () => {
    const { forest, patch } = forestOf(tree)
    const before = sceneOf(forest, wishes)
    const reviewer = before.layout.shape.indexOf.get(key('k3'))!
    const place = { x: before.layout.x[reviewer]!, y: before.layout.y[reviewer]! }
    const plan = forest.agents.get(key('k2'))!
    const after = sceneOf(patch([{ ...plan, key: key('new'), number: 2 }]), {
      ...wishes,
      before,
      anchor: { key: key('k3'), ...place },
    })
    const now = after.layout.shape.indexOf.get(key('k3'))!
    expect({ x: after.layout.x[now], y: after.layout.y[now] }).toEqual(place)
    expect(after.layout.y[0]).toBe(before.layout.y[0]! - 116)
    const slide = slideOf(before, after, { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 })!
    expect(slide.fresh[after.layout.shape.indexOf.get(key('new'))!]).toBe(1)
    expect([slide.y[now], slide.y[0]]).toEqual([0, 116])
  })

  it('keeps room in a long running subtree, so that its next child moves nobody', () => {
    const leaves: AgentSketch[] = Array.from({ length: 9 }, (_, n) => ({
      type: 'Explore',
      phase: 'running',
      children: [{ type: `t${n}` }],
    }))
    const { forest, patch } = forestOf({
      phase: 'running',
      children: [{ phase: 'running', children: leaves }, { type: 'after' }],
    })
    const before = sceneOf(forest, wishes)
    const parent = forest.agents.get(key('k2'))!
    const after = sceneOf(patch([{ ...parent, key: key('new'), number: 10, phase: 'running' }]), { ...wishes, before })
    const yOf = (scene: typeof before): number =>
      scene.layout.y[scene.layout.shape.keys.findIndex((name) => scene.agents.get(name)?.type === 'after')]!
    expect(yOf(after)).toBe(yOf(before))
  })
})

it('a pause moves nobody', () => {
  const leaves: AgentSketch[] = Array.from({ length: 9 }, () => ({ phase: 'completed' }))
  const { forest } = forestOf({
    phase: 'running',
    children: [{ phase: 'completed', children: [...leaves, { phase: 'running' }] }, { phase: 'starting', children: leaves }, {}],
  })
  const [goesOn, still] = [false, true].map((isPaused) => sceneOf(forest, { ...wishes, isPaused }))
  expect(still?.phase).not.toEqual(goesOn?.phase)
  expect([still?.layout.x, still?.layout.y]).toEqual([goesOn?.layout.x, goesOn?.layout.y])
})

describe('the filter', () => {
  const { forest } = forestOf(tree)
  const scene = sceneOf(forest, wishes)
  const found = (filter: Partial<typeof noFilter>, isPaused = false): string[] =>
    matchesOf(dimScene(scene, matchOf({ ...noFilter, ...filter }, sampleNow, isPaused))).map((i) => scene.layout.shape.keys[i]!)

  it('asks for nothing by itself', () => {
    expect(dimScene(scene, matchOf(noFilter, sampleNow, false))).toBeNull()
  })

  it('finds by phase, type and text, all at once', () => {
    expect(found({ phases: ['running'] })).toEqual(['k0', 'k2'])
    expect(found({ types: ['reviewer', 'Plan'] })).toEqual(['k2', 'k3'])
    // Of a run that stands still, as its cards say it.
    expect([found({ phases: ['running'] }, true), found({ phases: ['paused', 'waiting'] }, true)]).toEqual([
      [],
      ['k0', 'k2', 'k3'],
    ])
    expect(found({ text: ' SPLIT ' })).toEqual(['k2'])
    expect(found({ text: 'reviewer #2' })).toEqual(['k3'])
    expect(found({ text: 'split', phases: ['completed'] })).toEqual([])
  })

  it('finds who has errors, who used tools, and who was at work in a stretch of time', () => {
    const at = (ms: number): string => new Date(sampleNow + ms).toISOString()
    const { agents } = sketchTree({
      ...{ phase: 'running', errors: 0, tools: 1 },
      children: [
        { errors: 2, tools: 3, started: at(-7_200_000), ended: at(-5_000_000) },
        { errors: 1, tools: 0, started: at(-900_000), ended: at(-300_000) },
        { errors: 0, tools: 0, started: null, updated: null, ended: null },
      ],
    })
    const named = (filter: Partial<typeof noFilter>): string[] =>
      agents.filter(matchOf({ ...noFilter, ...filter }, sampleNow, false) ?? (() => true)).map(({ key: name }) => name)
    expect(named({ deeds: ['errors'] })).toEqual(['k1', 'k2'])
    expect(named({ deeds: ['errors', 'tools'] })).toEqual(['k1'])
    expect(named({ span: { kind: 'minutes', minutes: 60 } })).toEqual(['k0', 'k2'])
    expect(named({ span: { kind: 'minutes', minutes: 120 } })).toEqual(['k0', 'k1', 'k2'])
    expect(named({ span: { kind: 'custom', from: '', to: '2001-01-01' } })).toEqual([])
    // Half typed, it asks for nothing.
    expect(matchOf({ ...noFilter, span: { kind: 'custom', from: '', to: '' } }, sampleNow, false)).toBeNull()
  })
})
