import { type ShownPhase, shownPhases } from '../../shared/shownPhase'
import type { RunRow } from '../../shared/views'
import { runPhase, type Standstills } from './runPhase'

export interface Choices {
  readonly providers: readonly (readonly [string, number])[]
  readonly projects: readonly (readonly [string, number])[]
  readonly phases: readonly (readonly [ShownPhase, number])[]
}

const mostProjects = 60

/** What there is to choose from, with how many runs each would show; projects with the most runs first. */
export function countChoicesOf(rows: readonly RunRow[], standstills: Standstills): Choices {
  const providers = new Map<string, number>()
  const projects = new Map<string, number>()
  const phases = new Map<ShownPhase, number>()
  for (const row of rows) {
    add(providers, row.provider)
    add(projects, row.project ?? '')
    add(phases, runPhase(row, standstills))
  }
  return {
    providers: [...providers].sort(([a], [b]) => (a < b ? -1 : 1)),
    projects: [...projects].sort(([, a], [, b]) => b - a).slice(0, mostProjects),
    phases: shownPhases.flatMap((phase) => {
      const count = phases.get(phase)
      return count === undefined ? [] : [[phase, count] as const]
    }),
  }
}

function add<T>(counts: Map<T, number>, one: T): void {
  counts.set(one, (counts.get(one) ?? 0) + 1)
}
