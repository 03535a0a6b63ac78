import { activityText } from '../../shared/activityText'
import { agentLabel } from '../../shared/agentLabel'
import { type Pause, stillSince } from '../../shared/drive/pause'
import { workedMs } from '../../shared/drive/workedMs'
import { formatCount } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import type { RunUri } from '../../shared/ids'
import { oneLine } from '../../shared/neutraliseText'
import { phaseGroup, phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { AgentView } from '../../shared/views'
import { phaseGlyph } from '../text/phaseGlyph'
import { type Span, type StyledLine, span } from '../text/styledText'
import type { AgentChange, Changes, RunChange, WatchedState } from './watchedState'

/** One line per change that a person would want to hear of: arrivals, phases, new acts, ends. */
export function describeChanges(
  changes: Changes,
  state: Pick<WatchedState, 'runs' | 'agentsOf'>,
  pausesOf: (run: RunUri) => readonly Pause[],
): StyledLine[] {
  const lines: StyledLine[] = []
  const names = new Map<string, string>(state.runs().map((run) => [run.uri, shortName(run.id)]))
  const pauses = new Map<string, readonly Pause[]>(state.runs().map(({ uri }) => [uri, pausesOf(uri)]))
  for (const change of changes.runs) {
    const line = describeRun(change)
    if (line !== null) lines.push(line)
  }
  for (const change of changes.agents) {
    const agent = change.after ?? change.before
    if (agent === null || agent.hidden !== null) continue
    const what = describeAgent(change, pauses.get(change.run) ?? [])
    // Where several runs are told of, each line says which.
    const which = names.size > 1 ? [span(`${names.get(change.run) ?? ''}  `, 'dim')] : []
    if (what.length > 0) lines.push([...which, ...pathSpans(agent, state.agentsOf(change.run)), span('  '), ...what])
  }
  return lines
}

function shortName(id: string): string {
  return oneLine(id).slice(0, 8)
}

function describeRun({ before, after }: RunChange): StyledLine | null {
  const title = [span(oneLine(after.title), 'bold'), span(`  ${oneLine(after.uri)}`, 'dim')]
  if (before === null) return [span(after.live ? 'live  ' : 'run  ', after.live ? 'live' : 'dim'), ...title]
  if (before.live === after.live) return null
  return [after.live ? span('live  ', 'live') : span('not live any more  ', 'dim'), ...title]
}

function describeAgent({ before, after }: AgentChange, pauses: readonly Pause[]): Span[] {
  if (after === null) return [span('removed', 'dim')]
  const shown = shownPhase(after.phase, stillSince(pauses) !== null)
  const phase = (): Span => span(`${phaseGlyph(shown)} ${phaseWord(shown)}`, phaseGroup(shown))
  if (before === null) return [phase(), ...tail(after, oneLine(after.description ?? ''))]
  if (before.phase !== after.phase) return [phase(), ...tail(after, factsAfter(after, pauses))]
  if (before.parent !== after.parent) return [span('moved: its parent is known better now', 'dim')]
  if (after.activity !== null && (before.activity !== after.activity || before.retryAt !== after.retryAt))
    return [span(oneLine(activityText(after)), 'dim')]
  return []
}

function tail(agent: AgentView, facts: string): Span[] {
  const parts = [facts]
  if (agent.phase === 'failed' && agent.error !== null) parts.push(oneLine(agent.error))
  if (agent.phase === 'waiting') parts.push([agent.waitingFor, oneLine(agent.activity ?? '')].filter(Boolean).join(': '))
  const text = parts.filter((part) => part !== '').join(' · ')
  return text === '' ? [] : [span(`  ${text}`, 'dim')]
}

function factsAfter(agent: AgentView, pauses: readonly Pause[]): string {
  const ms = agent.ended === null ? null : workedMs(agent, Date.parse(agent.ended), { pauses })
  if (ms === null) return ''
  const tokens = totalTokens(agent.usage.own)
  const tools = `${formatCount(agent.tools)} ${agent.tools === 1 ? 'call' : 'calls'}`
  return `after ${formatDuration(ms)}, ${tools}${tokens === 0 ? '' : `, ${formatCount(tokens)} tokens`}`
}

/** `main ▸ … ▸ fixer #2`: the middle gives way. */
function pathSpans(agent: AgentView, agents: ReadonlyMap<string, AgentView>): Span[] {
  const names: string[] = []
  let at: AgentView | undefined = agent
  for (let steps = 0; at !== undefined && steps < 200; steps += 1) {
    names.unshift(agentLabel(at))
    at = at.parent === null ? undefined : agents.get(at.parent)
  }
  const shown = names.length > 4 ? [names[0] ?? '', '…', ...names.slice(-2)] : names
  const own = shown.pop() ?? ''
  return [span(shown.map((name) => `${name} ▸ `).join(''), 'dim'), span(own)]
}
