import { type Pause, pausedWithin, stillSince } from '../../shared/drive/pause'
import { formatCount } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import { formatMoney } from '../../shared/formatMoney'
import { isActive, phaseGroup, phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { AgentView } from '../../shared/views'
import type { Span } from '../text/styledText'
import { span } from '../text/styledText'

export type MetricName = 'status' | 'time' | 'tools' | 'tokens' | 'total' | 'cost'

interface Moment {
  readonly now: number
  /** Of its run. Absent: none. */
  readonly pauses?: readonly Pause[]
}

/** Which columns a width can carry. Word and time are never given up. */
export function metricsFor(width: number): readonly MetricName[] {
  if (width < 50) return ['status', 'time']
  if (width < 70) return ['status', 'time', 'cost']
  if (width < 96) return ['status', 'time', 'tokens', 'cost']
  if (width < 110) return ['status', 'time', 'tools', 'tokens', 'cost']
  return ['status', 'time', 'tools', 'tokens', 'total', 'cost']
}

/** What its session stood still is no part of it. */
function workedMs(agent: AgentView, { now, pauses = [] }: Moment): number | null {
  const ms = elapsedMs(agent, now)
  if (ms === null || agent.started === null) return ms
  const from = Date.parse(agent.started)
  return Math.max(0, ms - pausedWithin(pauses, from, isActive(agent.phase) ? now : from + ms))
}

export function elapsedMs(agent: AgentView, now: number): number | null {
  if (agent.durationMs !== null && !isActive(agent.phase)) return agent.durationMs
  if (agent.started === null) return null
  const start = Date.parse(agent.started)
  if (isActive(agent.phase)) return Math.max(0, now - start)
  return agent.updated === null ? null : Math.max(0, Date.parse(agent.updated) - start)
}

export function metricCell(name: MetricName, agent: AgentView, hasChildren: boolean, at: Moment): Span {
  switch (name) {
    case 'status': {
      const shown = shownPhase(agent.phase, stillSince(at.pauses ?? []) !== null)
      return span(phaseWord(shown), phaseGroup(shown))
    }
    case 'time': {
      const elapsed = workedMs(agent, at)
      return span(elapsed === null ? '' : formatDuration(elapsed), isActive(agent.phase) ? 'plain' : 'dim')
    }
    case 'tools':
      return span(agent.tools === 0 ? '' : formatCount(agent.tools), 'dim')
    case 'tokens':
      return tokensCell(totalTokens(agent.usage.own))
    case 'total':
      return hasChildren ? tokensCell(totalTokens(agent.usage.total)) : span('')
    case 'cost':
      return span(totalTokens(agent.usage.own) === 0 ? '' : formatMoney(agent.cost.own), 'dim')
    default:
      return name satisfies never
  }
}

function tokensCell(tokens: number): Span {
  return span(tokens === 0 ? '' : formatCount(tokens), 'dim')
}
