import { activityText } from '../../shared/activityText'
import { agentLabel } from '../../shared/agentLabel'
import { oneLine } from '../../shared/neutraliseText'
import { isActive, phaseGroup } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { displayWidth } from '../text/displayWidth'
import { phaseGlyph } from '../text/phaseGlyph'
import { cutLine, lineWidth, type Span, type Style, type StyledLine, span } from '../text/styledText'

/** The left side of an agent's row: branch, glyph, name, marks, what it is for and what it does now. */
export function agentLine(agent: AgentView, branch: string, width: number, isPaused = false): StyledLine {
  const shown = shownPhase(agent.phase, isPaused)
  const label = agentLabel(agent)
  const isRoot = agent.parent === null && agent.depth === 0
  const head: Span[] = [
    span(branch, 'dim'),
    span(phaseGlyph(shown), phaseGroup(shown)),
    span(' '),
    ...nameSpans(label, isRoot ? 'bold' : nameStyle(agent), width - displayWidth(branch) - 2),
  ]
  const marks = marksOf(agent)
  if (marks !== '') head.push(span(` ${marks}`, 'dim'))
  const description = isRoot ? '' : oneLine(agent.description ?? '')
  const now = nowText(agent)
  const room = width - lineWidth(head) - 2
  if (room < 4) return cutLine(head, width)
  if (description === '' && now === '') return head
  // What needs a person, or broke, says more than what the agent was for.
  if (room < 34 && now !== '' && (agent.phase === 'waiting' || agent.phase === 'failed')) {
    return [...head, span('  '), ...cutLine([span(now, nowStyle(agent))], room)]
  }
  const nowRoom = now === '' ? 0 : Math.min(displayWidth(now) + 3, Math.max(0, Math.floor(room * 0.45)))
  const line: Span[] = [...head, span('  ')]
  if (description !== '') {
    const part = cutLine([span(description, recedes(agent) ? 'dim' : 'plain')], nowRoom < 12 ? room : Math.max(room - nowRoom, 0))
    line.push(...part)
  }
  const left = width - lineWidth(line)
  if (now !== '' && left >= (description === '' ? 6 : 12)) {
    const separator = description === '' ? '' : ' · '
    line.push(span(separator, 'dim'), ...cutLine([span(now, nowStyle(agent))], left - separator.length))
  }
  return line
}

/** `general-purp… #2`: the type gives way, the number never. */
function nameSpans(label: string, style: Style, width: number): Span[] {
  if (displayWidth(label) <= width) return [span(label, style)]
  const at = label.lastIndexOf(' #')
  const number = at < 0 ? '' : label.slice(at)
  const type = at < 0 ? label : label.slice(0, at)
  return [...cutLine([span(type, style)], Math.max(1, width - number.length)), span(number, style)]
}

/** Doubts and peculiarities in the words the app uses. */
export function marksOf(agent: AgentView): string {
  const marks: string[] = []
  if (agent.background) marks.push('background')
  if (agent.calls.length > 1) marks.push(`continued ×${agent.calls.length - 1}`)
  // A session of another product fits a command, or it does not stand here: there is no choice among several.
  if (agent.link.ambiguous && agent.link.evidence !== 'structural') marks.push('ambiguous')
  else if (isGuessed(agent)) marks.push('guessed')
  return marks.length === 0 ? '' : `(${marks.join(', ')})`
}

export function isGuessed(agent: AgentView): boolean {
  const evidence = agent.link.evidence
  return evidence === 'prompt-match' || evidence === 'single-active' || agent.link.ambiguous
}

/** The line that matters now: what it asks for, why it failed, or its last act while it runs. */
function nowText(agent: AgentView): string {
  const activity = oneLine(activityText(agent))
  switch (agent.phase) {
    case 'waiting':
      return [agent.waitingFor, activity].filter((part) => part !== null && part !== '').join(': ')
    case 'failed':
      return oneLine(agent.error ?? '')
    case 'starting':
      return activity === '' ? 'called, no record yet' : activity
    case 'running':
      return activity
    default:
      return oneLine(agent.unreadable ?? '')
  }
}

function nowStyle(agent: AgentView): Style {
  if (agent.phase === 'waiting') return 'need'
  return agent.phase === 'failed' ? 'fail' : 'dim'
}

function nameStyle(agent: AgentView): Style {
  return recedes(agent) ? 'dim' : 'plain'
}

function recedes(agent: AgentView): boolean {
  return !isActive(agent.phase) && agent.phase !== 'failed'
}
