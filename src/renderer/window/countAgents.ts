import type { AgentKey } from '../../shared/ids'
import { type ShownPhase, shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import type { ForestView } from '../store/applyForestFrame'

/** The agents of a run counted: those the tree shows, its root not among them. */
export interface AgentCounts {
  /** Called by the root itself. */
  readonly direct: number
  readonly total: number
  readonly unplaced: number
  readonly hidden: number
  readonly phases: readonly (readonly [ShownPhase, number])[]
  readonly types: readonly (readonly [string, number])[]
  /** Types beyond those listed. */
  readonly otherTypes: number
}

type Kin = Pick<ForestView, 'agents' | 'children' | 'unplaced' | 'hidden' | 'root'>

const mostTypes = 12

export function countAgents({ agents, children, unplaced, hidden, root }: Kin, isPaused = false): AgentCounts {
  const placed = [...children.values()].flat().flatMap((key: AgentKey) => agents.get(key) ?? [])
  const types = counted(placed.map(({ type, name }: AgentView) => type ?? name ?? 'agent'))
  return {
    direct: root === null ? 0 : (children.get(root)?.length ?? 0),
    total: placed.length,
    unplaced: unplaced.length,
    hidden: hidden.length,
    phases: counted(placed.map(({ phase }) => shownPhase(phase, isPaused))),
    types: types.slice(0, mostTypes),
    otherTypes: Math.max(0, types.length - mostTypes),
  }
}

/** Most first. */
function counted<Word extends string>(words: readonly Word[]): readonly (readonly [Word, number])[] {
  const counts = new Map<Word, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
