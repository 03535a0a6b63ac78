import type { ForestFrame } from '../../shared/forestFrame'
import type { AgentKey, RunUri } from '../../shared/ids'
import type { AgentView, RunRow } from '../../shared/views'
import { goneForest } from './goneForest'

/** One run as the page knows it. The maps are changed in place; `version` and `structure` say when. */
export interface ForestView {
  readonly run: RunUri | null
  readonly row: RunRow | null
  readonly agents: Map<AgentKey, AgentView>
  /** Parent → children by number, hidden ones left out. */
  readonly children: Map<AgentKey, readonly AgentKey[]>
  readonly root: AgentKey | null
  /** Known to belong to the run, parent not known. */
  readonly unplaced: readonly AgentKey[]
  readonly hidden: readonly AgentKey[]
  /** False until the snapshot is complete. */
  readonly isWhole: boolean
  readonly isGone: boolean
  /** Grows with every frame. */
  readonly version: number
  /** Grows when agents come, go, move or are renumbered: what layout depends on. */
  readonly structure: number
  /** How many agents there were when they were last put in order. */
  readonly arranged: number
  /** What the last frame changed. */
  readonly changed: readonly AgentKey[]
  readonly seq: number
}

export function emptyForest(run: RunUri | null): ForestView {
  return {
    run,
    row: null,
    agents: new Map(),
    children: new Map(),
    root: null,
    unplaced: [],
    hidden: [],
    isWhole: false,
    isGone: false,
    version: 0,
    structure: 0,
    arranged: 0,
    changed: [],
    seq: -1,
  }
}

/** Null: a frame is missing, follow the run anew. Frames of other runs leave the view as it is. */
export function applyForestFrame(view: ForestView, frame: ForestFrame): ForestView | null {
  if (frame.run !== view.run) return view
  if (frame.kind === 'begin') {
    return {
      ...emptyForest(frame.run),
      root: frame.root,
      seq: frame.seq,
      version: view.version + 1,
      structure: view.structure + 1,
    }
  }
  if (frame.seq !== view.seq + 1) return null
  if (frame.kind === 'gone') return { ...goneForest(view), seq: frame.seq }
  const isMoved = takeAgents(view, frame)
  const isWhole = view.isWhole || frame.isWhole
  const changed = [...frame.agents.map(({ key }) => key), ...frame.removed]
  const next = {
    ...view,
    row: frame.row ?? view.row,
    isWhole,
    version: view.version + 1,
    seq: frame.seq,
    changed,
  }
  // Portions of a large snapshot are put in order each time they have doubled: each anew would take the square of the time.
  const isDue = isWhole ? isMoved || !view.isWhole : next.agents.size >= 2 * view.arranged
  if (!isDue) return next
  return { ...next, ...arrange(next.agents, view.root), arranged: next.agents.size, structure: view.structure + 1 }
}

/** True when somebody came, went or stands elsewhere. */
function takeAgents(view: ForestView, frame: Extract<ForestFrame, { kind: 'patch' }>): boolean {
  let isMoved = false
  for (const key of frame.removed) isMoved = view.agents.delete(key) || isMoved
  for (const agent of frame.agents) {
    const before = view.agents.get(agent.key)
    view.agents.set(agent.key, agent)
    isMoved ||= before?.parent !== agent.parent || before.number !== agent.number || before.hidden !== agent.hidden
  }
  return isMoved
}

type Arranged = Pick<ForestView, 'children' | 'unplaced' | 'hidden'>

function arrange(agents: ReadonlyMap<AgentKey, AgentView>, root: AgentKey | null): Arranged {
  const children = new Map<AgentKey, AgentKey[]>()
  const unplaced: AgentKey[] = []
  const hidden: AgentKey[] = []
  for (const agent of agents.values()) {
    if (agent.key === root) continue
    if (agent.hidden !== null) hidden.push(agent.key)
    else if (agent.parent === null) unplaced.push(agent.key)
    else {
      const siblings = children.get(agent.parent)
      if (siblings) siblings.push(agent.key)
      else children.set(agent.parent, [agent.key])
    }
  }
  const numberOf = (key: AgentKey): number => agents.get(key)?.number ?? 0
  for (const siblings of children.values()) siblings.sort((a, b) => numberOf(a) - numberOf(b))
  return { children, unplaced, hidden }
}
