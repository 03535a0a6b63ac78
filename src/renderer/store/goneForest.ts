import { isActive } from '../../shared/phaseWord'
import type { RunRow } from '../../shared/views'
import type { ForestView } from './applyForestFrame'

/** A run whose files are gone: what was known of it stays, but nobody can say any more that something in it goes on. */
export function goneForest(view: ForestView): ForestView {
  const agents = new Map(view.agents)
  const active = [...agents.values()].filter(({ phase }) => isActive(phase))
  for (const agent of active) agents.set(agent.key, { ...agent, phase: 'unknown', waitingFor: null, activity: null })
  return {
    ...view,
    agents,
    row: view.row && quietRow(view.row),
    isGone: true,
    version: view.version + 1,
    changed: active.map(({ key }) => key),
  }
}

function quietRow(row: RunRow): RunRow {
  const phase = isActive(row.phase) ? 'unknown' : row.phase
  const quiet = <Counted extends Pick<RunRow, 'agents'>>(counted: Counted): Counted => ({
    ...counted,
    agents: { ...counted.agents, running: 0, waiting: 0 },
  })
  return { ...quiet(row), ...(row.whole && { whole: quiet(row.whole) }), live: false, phase }
}
