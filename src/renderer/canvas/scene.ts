import type { AgentKey, RunUri } from '../../shared/ids'
import { oneLine } from '../../shared/neutraliseText'
import { shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { blockLayout, type Direction, type Layout } from '../layout/blockLayout'
import { type Fold, foldTree } from '../layout/foldTree'
import { type RowIndex, rowIndex } from '../layout/rowIndex'
import { type TreeShape, treeShape } from '../layout/treeShape'
import { runTitle } from '../runs/runTitle'
import { agentName } from '../store/agentName'
import type { ForestView } from '../store/applyForestFrame'
import { hueIn } from '../store/typeColours'
import { recount, type Tallies, tallyPhases } from './tallies'
import { phases } from './tokens'

export const isGuess = 1
export const isBackground = 2
export const isContinued = 4

/** A run as it is painted: numbers by agent, so that no frame asks twenty thousand maps. */
export interface Scene {
  readonly run: RunUri | null
  readonly layout: Layout
  readonly index: RowIndex
  readonly agents: ReadonlyMap<AgentKey, AgentView>
  readonly title: string
  readonly forkedFrom: string | null
  /** It stands still by a person's word. */
  readonly isPaused: boolean
  /** Changed in place. */
  readonly phase: Uint8Array
  readonly edge: Uint8Array
  /** 0: the root, and those whose type nobody knows. */
  readonly hue: Uint8Array
  readonly tallies: Tallies
  /** 1: not among what the filter asks for; null: nothing is asked for. */
  readonly dimmed: Uint8Array | null
}

export interface SceneWishes {
  readonly direction: Direction
  readonly chosen: Readonly<Record<string, Fold>>
  readonly showsHidden: boolean
  /** Absent: it goes on. */
  readonly isPaused?: boolean
  readonly before: Scene | null
  /** Stays where it is on the screen while the others move: its place in the world before. */
  readonly anchor: { readonly key: AgentKey; readonly x: number; readonly y: number } | null
  /** Subtrees that keep rows in store. */
  readonly isRoomy?: (key: AgentKey) => boolean
}

const waiting = phases.indexOf('waiting')
const failed = phases.indexOf('failed')
const running = phases.indexOf('running')
const starting = phases.indexOf('starting')

export function isLiveCode(code: number): boolean {
  return code === running || code === starting
}

export function isLoudCode(code: number): boolean {
  return code === waiting || code === failed
}

export function sceneOf(forest: ForestView, wishes: SceneWishes): Scene {
  const shape = treeShape(forest.root, wishes.showsHidden ? withHidden(forest) : (key) => forest.children.get(key))
  const { isPaused = false } = wishes
  const count = shape.keys.length
  const phase = new Uint8Array(count)
  const edge = new Uint8Array(count)
  const hue = new Uint8Array(count)
  // By the records: a pause moves nobody.
  const working = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const agent = forest.agents.get(shape.keys[i]!)
    if (!agent) continue
    phase[i] = codeOf(agent, isPaused)
    working[i] = agent.phase === 'running' || agent.phase === 'starting' ? 1 : 0
    edge[i] = edgeOf(agent)
    hue[i] = i === 0 ? 0 : hueOf(agent, forest.run)
  }
  const tallies = tallyPhases(shape, phase)
  const isLoud = (i: number): boolean => isLoudCode(phase[i]!) || tallies.waiting[i]! > 0
  const folding = foldTree(shape, { chosen: wishes.chosen, isLoud })
  const layout = placed(shape, folding, wishes, working)
  const { row, run, agents } = forest
  const title = row === null ? '' : runTitle(row)
  const forkedFrom = row?.forkedFrom ?? null
  return { run, layout, index: rowIndex(layout), agents, title, forkedFrom, isPaused, phase, edge, hue, tallies, dimmed: null }
}

/** The world is shifted so that the anchor stands where it stood: the camera need not know. */
function placed(shape: TreeShape, folding: Layout['folding'], wishes: SceneWishes, working: Uint8Array): Layout {
  const { direction, anchor, before, isRoomy } = wishes
  const roomy = new Uint8Array(shape.keys.length)
  for (let i = roomy.length - 1; i >= 0; i--) {
    // Whoever is above somebody that works does, too.
    if (i > 0 && working[i] === 1) working[shape.parent[i]!] = 1
    if (shape.end[i]! - i <= 9) continue
    roomy[i] = working[i] === 1 || isRoomy?.(shape.keys[i]!) ? 1 : 0
  }
  const same = before?.layout.direction === direction ? before.layout : null
  const origin = { originX: same?.originX ?? 0, originY: same?.originY ?? 0 }
  const layout = blockLayout(shape, folding, { direction, ...origin, roomy })
  const at = anchor ? shape.indexOf.get(anchor.key) : undefined
  if (!anchor || at === undefined || layout.shown[at] === 0) return layout
  const x = anchor.x - layout.x[at]!
  const y = anchor.y - layout.y[at]!
  if (x === 0 && y === 0) return layout
  return blockLayout(shape, folding, { direction, originX: origin.originX + x, originY: origin.originY + y, roomy })
}

function withHidden(forest: ForestView): (key: AgentKey) => readonly AgentKey[] | undefined {
  const added = new Map<AgentKey, AgentKey[]>()
  for (const key of forest.hidden) {
    const parent = forest.agents.get(key)?.parent ?? forest.root
    if (parent === null) continue
    const list = added.get(parent) ?? [...(forest.children.get(parent) ?? [])]
    list.push(key)
    added.set(parent, list)
  }
  return (key) => added.get(key) ?? forest.children.get(key)
}

function codeOf({ phase }: AgentView, isPaused: boolean): number {
  return phases.indexOf(shownPhase(phase, isPaused))
}

function edgeOf({ link, background, calls }: AgentView): number {
  const guess = link.ambiguous || link.evidence === 'prompt-match' || link.evidence === 'single-active'
  return (guess ? isGuess : 0) | (background ? isBackground : 0) | (calls.length > 1 ? isContinued : 0)
}

function hueOf(agent: AgentView, run: RunUri | null): number {
  return hueIn(run, agent.type ?? agent.name)
}

/** Takes over the colours that the run's types have now. False: all of them as before. */
export function rehueScene({ run, layout, agents, hue }: Scene): boolean {
  let isToPaint = false
  for (const [i, key] of layout.shape.keys.entries()) {
    const agent = i === 0 ? undefined : agents.get(key)
    const now = agent ? hueOf(agent, run) : hue[i]!
    isToPaint ||= now !== hue[i]
    hue[i] = now
  }
  return isToPaint
}

export interface Freshened {
  /** Somebody became loud or quiet, and folds depend on it. */
  readonly isToFold: boolean
  /** Somebody has another colour, or his edge another look; else only words changed. */
  readonly isToPaint: boolean
  /** False: none of them has a place in the scene. */
  readonly isAnyHere: boolean
}

/** Takes over what changed of agents that stand where they stood. */
export function freshenScene(scene: Scene, changed: readonly AgentKey[]): Freshened {
  const { shape } = scene.layout
  let isLouder = false
  let isToPaint = false
  let isAnyHere = false
  for (const key of changed) {
    const i = shape.indexOf.get(key)
    const agent = scene.agents.get(key)
    if (i === undefined || !agent) continue
    isAnyHere = true
    const code = codeOf(agent, scene.isPaused)
    const before = scene.phase[i]!
    if (code !== before) {
      recount(shape, scene.tallies, i, before, code)
      scene.phase[i] = code
      isToPaint = true
      isLouder ||= isLoudCode(code) !== isLoudCode(before)
    }
    const edge = edgeOf(agent)
    const hue = i === 0 ? 0 : hueOf(agent, scene.run)
    isToPaint ||= edge !== scene.edge[i] || hue !== scene.hue[i]
    scene.edge[i] = edge
    scene.hue[i] = hue
  }
  return { isToFold: isLouder && scene.layout.pills.some(({ kind }) => kind === 'rest'), isToPaint, isAnyHere }
}

/** The name may be cut, the number never. */
export function nameOf(agent: AgentView): { readonly name: string; readonly number: string } {
  const label = agentName(agent)
  const at = label.lastIndexOf(' #')
  return at < 0 ? { name: label, number: '' } : { name: label.slice(0, at), number: label.slice(at + 1) }
}

const nobody = { name: 'agent', number: '' }

export function nameAt({ agents, layout }: Scene, i: number): { readonly name: string; readonly number: string } {
  const agent = agents.get(layout.shape.keys[i]!)
  return agent ? nameOf(agent) : nobody
}

const longest = 300

/** On one line, as far as anything could show it. */
export function descriptionOf({ agents, layout, title }: Scene, i: number): string {
  const agent = agents.get(layout.shape.keys[i]!)
  const own = agent?.description ?? (i === 0 && title !== '' ? title : agent?.prompt)
  return own ? oneLine(own.slice(0, longest)) : ''
}
