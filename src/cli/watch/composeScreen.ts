import type { DoctorReport } from '../../shared/doctorReport'
import { isActive } from '../../shared/phaseWord'
import type { AgentView, RunRow } from '../../shared/views'
import { rootLines } from '../doctor/renderDoctor'
import { type StyledLine, span } from '../text/styledText'
import { renderTree } from '../tree/renderTree'
import type { HeaderSettings } from '../tree/runHeader'
import type { RunPicture } from '../tree/runPicture'
import { pictureOf, type WatchedState } from './watchedState'

export interface ScreenSettings extends HeaderSettings {
  readonly rows: number
  readonly footer: string
  /** Between the runs and the footer. Absent: nothing. */
  readonly notes?: readonly StyledLine[]
}

/** The picture of `watch`: live runs first, newest first; when there is no room, finished agents give way before live ones. */
export function composeScreen(state: WatchedState, roots: DoctorReport['roots'] | null, settings: ScreenSettings): StyledLine[] {
  const rows = [...state.runs()].sort(byImportance)
  if (rows.length === 0) {
    return [...(roots === null ? [] : [...idleLines(roots, settings.home), []]), [span(settings.footer, 'dim')]]
  }
  const pictures = rows.map((row) => pictureOf(row, state.agentsOf(row.uri)))
  const notes = (settings.notes ?? []).slice(0, MOST_NOTES)
  const budget = settings.rows - 3 - (notes.length > 0 ? notes.length + 1 : 0)
  let lines = joinRuns(pictures, settings)
  for (const isLoud of [mayChange, needsPerson]) {
    if (lines.length <= budget) break
    const loud = pictures.map((picture) => onlyAgents(picture, isLoud))
    lines = joinRuns(loud, settings)
  }
  if (lines.length > budget) {
    const left = lines.length - budget + 1
    lines = [...lines.slice(0, budget - 1), [span(`… ${left} more lines; a taller window shows them`, 'dim')]]
  }
  return [...lines, ...(notes.length > 0 ? [[], ...notes] : []), [], [span(settings.footer, 'dim')]]
}

const MOST_NOTES = 5

export function idleLines(roots: DoctorReport['roots'], home: string): StyledLine[] {
  return [
    [span('Nothing runs right now.', 'bold')],
    [span('A run appears here as soon as an agent starts. "understory list" shows earlier ones.', 'dim')],
    [],
    [span('Where it looks', 'bold')],
    ...(roots.length === 0 ? [[span('  nowhere', 'dim')]] : rootLines(roots, home)),
  ]
}

function byImportance(a: RunRow, b: RunRow): number {
  if (a.live !== b.live) return a.live ? -1 : 1
  return (b.started ?? '').localeCompare(a.started ?? '')
}

function joinRuns(pictures: readonly RunPicture[], settings: HeaderSettings): StyledLine[] {
  return pictures.flatMap((picture, i) => [...(i === 0 ? [] : [[]]), ...renderTree(picture, settings)])
}

function mayChange(agent: AgentView): boolean {
  return isActive(agent.phase) || agent.phase === 'failed'
}

function needsPerson(agent: AgentView): boolean {
  return agent.phase === 'waiting'
}

/** Those agents and the ones above them. The rest is counted. */
function onlyAgents(picture: RunPicture, isKept: (agent: AgentView) => boolean): RunPicture {
  const byKey = new Map<string, AgentView>(picture.agents.map((agent) => [agent.key, agent]))
  const kept = new Set<string>(picture.root === null ? [] : [picture.root])
  for (const agent of picture.agents.filter(isKept)) {
    for (let at: AgentView | undefined = agent; at !== undefined && !kept.has(at.key); ) {
      kept.add(at.key)
      at = at.parent === null ? undefined : byKey.get(at.parent)
    }
  }
  const agents = picture.agents.filter((agent) => kept.has(agent.key) || agent.hidden !== null)
  return { ...picture, agents, quiet: picture.agents.length - agents.length }
}
