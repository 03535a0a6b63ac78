import { oneLine } from '../../shared/neutraliseText'
import { isActive } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { agentName } from '../store/agentName'
import { type SpanEnds, spanEnds } from '../store/timeSpan'
import type { TreeFilter } from '../store/ui'
import { modelWords } from './phaseWords'
import type { Scene } from './scene'

export type Match = (agent: AgentView) => boolean

/** Null: nothing is asked for, everything matches. `isPaused`: their run stands still. */
export function matchOf(
  { text, phases, types, models, deeds, span }: TreeFilter,
  nowMs: number,
  isPaused: boolean,
): Match | null {
  const words = text.trim().toLowerCase()
  const ends = spanEnds(span, nowMs)
  const isTimed = ends.from !== null || ends.to !== null
  if (words === '' && !isTimed && [phases, types, models, deeds].every(({ length }) => length === 0)) return null
  return (agent) =>
    (phases.length === 0 || phases.includes(shownPhase(agent.phase, isPaused))) &&
    (types.length === 0 || types.includes(typeWord(agent))) &&
    (models.length === 0 || models.includes(modelWords(agent.model))) &&
    deeds.every((deed) => agent[deed] > 0) &&
    (!isTimed || wasAtWork(agent, ends)) &&
    (words === '' || textOf(agent).includes(words))
}

function wasAtWork({ started, updated, ended, phase }: AgentView, { from, to }: SpanEnds): boolean {
  if (started === null) return false
  const last = isActive(phase) ? null : (ended ?? updated)
  return (to === null || started < to) && (from === null || last === null || last >= from)
}

/** The type as the filter lists it. */
export function typeWord(agent: AgentView): string {
  if (agent.parent === null && agent.depth === 0) return 'main'
  return oneLine(agent.type ?? agent.name ?? '') || 'agent'
}

function textOf(agent: AgentView): string {
  const { description, prompt, activity, error, model } = agent
  return [agentName(agent), description, prompt, activity, error, model]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()
}

/** 1: dimmed. */
export function dimScene(scene: Scene, match: Match | null): Uint8Array | null {
  if (!match) return null
  const { keys } = scene.layout.shape
  const dimmed = new Uint8Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const agent = scene.agents.get(keys[i]!)
    dimmed[i] = agent && match(agent) ? 0 : 1
  }
  return dimmed
}

export function matchesOf(dimmed: Uint8Array | null): number[] {
  const found: number[] = []
  if (dimmed) for (let i = 0; i < dimmed.length; i++) if (dimmed[i] === 0) found.push(i)
  return found
}
