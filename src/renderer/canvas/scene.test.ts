import { describe, expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { type AgentSketch, sketchTree } from '../../testing/sampleTree'
import { applyForestFrame, emptyForest, type ForestView } from '../store/applyForestFrame'
import { noFilter } from '../store/ui'
import { dimScene, matchesOf, matchOf } from './matchesOf'
import { freshenScene, type SceneWishes, sceneOf } from './scene'
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
    expect(freshenScene(scene, next.changed)).toEqual({ isToFold: false, isToPaint: true })
    expect([scene.tallies.running[0], scene.tallies.failed[0], scene.tallies.failed[1]]).toEqual([0, 1, 1])
    expect(phases[scene.phase[2]!]).toBe('failed')
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

describe('the filter', () => {
  const { forest } = forestOf(tree)
  const scene = sceneOf(forest, wishes)
  const found = (filter: Partial<typeof noFilter>): string[] =>
    matchesOf(dimScene(scene, matchOf({ ...noFilter, ...filter }))).map((i) => scene.layout.shape.keys[i]!)

  it('asks for nothing by itself', () => {
    expect(dimScene(scene, matchOf(noFilter))).toBeNull()
  })

  it('finds by phase, type and text, all at once', () => {
    expect(found({ phases: ['running'] })).toEqual(['k0', 'k2'])
    expect(found({ types: ['reviewer', 'Plan'] })).toEqual(['k2', 'k3'])
    expect(found({ text: ' SPLIT ' })).toEqual(['k2'])
    expect(found({ text: 'reviewer #2' })).toEqual(['k3'])
    expect(found({ text: 'split', phases: ['completed'] })).toEqual([])
  })
})
