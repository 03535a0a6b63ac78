import type { Pill } from '../layout/blockLayout'
import { restOf } from '../layout/foldTree'
import { useUi } from '../store/ui'
import type { Scene } from './scene'
import { setFold } from './useScene'

export function canFold({ layout: { shape } }: Scene, agent: number): boolean {
  return shape.end[agent]! > agent + 1
}

export function isFolded({ layout: { folding } }: Scene, agent: number): boolean {
  return folding.folded[agent] === 1
}

/** Puts the children of an agent away, or brings them back. */
export function toggleFold(scene: Scene, agent: number): void {
  const { run } = scene
  if (run === null || !canFold(scene, agent)) return
  const key = scene.layout.shape.keys[agent]!
  setFold(run, key, isFolded(scene, agent) ? 'open' : 'folded', key)
}

export function openPill({ run, layout }: Scene, { kind, parent }: Pill): void {
  const key = layout.shape.keys[parent]
  if (run !== null && key !== undefined) setFold(run, kind === 'rest' ? restOf(key) : key, 'open', key)
}

/** Opens whatever hides an agent. */
export function unfoldTo({ run, layout }: Scene, agent: number): void {
  if (run === null || layout.shown[agent] === 1) return
  const { shape, folding } = layout
  const opened: Record<string, 'open'> = {}
  for (let i = agent; i >= 0; i = shape.parent[i]!) {
    const above = shape.parent[i]!
    if (above < 0) break
    if (folding.folded[above] === 1) opened[shape.keys[above]!] = 'open'
    if (folding.cut[i] !== 0) opened[restOf(shape.keys[above]!)] = 'open'
  }
  useUi.setState(({ folds }) => ({ folds: { ...folds, [run]: { ...folds[run], ...opened } } }))
}
