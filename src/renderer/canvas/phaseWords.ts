import { activityText } from '../../shared/activityText'
import { workedMs } from '../../shared/drive/workedMs'
import { formatCount } from '../../shared/formatCount'
import { formatDuration } from '../../shared/formatDuration'
import { formatMoney } from '../../shared/formatMoney'
import { localTime } from '../../shared/localTime'
import { oneLine } from '../../shared/neutraliseText'
import { phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { totalTokens } from '../../shared/totalTokens'
import type { AgentView } from '../../shared/views'
import type { Standstill } from '../drive/standstill'
import { inProject } from '../store/inProject'

/** `needs you 1m04s`, `paused 2m06s`, else the phase. */
export function phaseWords(agent: AgentView, nowMs: number, still: Standstill): string {
  const shown = shownPhase(agent.phase, still.sinceMs !== null)
  const since = sinceWords(agent, nowMs, still)
  return since === '' ? phaseWord(shown) : `${phaseWord(shown)} ${since}`
}

/** How long it waits or stands still already; else empty. */
export function sinceWords({ phase, updated }: AgentView, nowMs: number, { sinceMs }: Standstill): string {
  if (phase === 'waiting') return updated === null ? '' : formatDuration(nowMs - Date.parse(updated))
  return sinceMs !== null && shownPhase(phase, true) === 'paused' ? formatDuration(nowMs - sinceMs) : ''
}

/** How long it has worked, ticking while it does; empty where nobody knows. */
export function elapsedWords(agent: AgentView, nowMs: number, still: Standstill): string {
  const ms = workedMs(agent, nowMs, still)
  return ms === null ? '' : formatDuration(ms)
}

/** The line that matters, in two tones: `strong` says what, `rest`, with the space before it, on what. */
export interface ActivityLine {
  readonly strong: string
  readonly rest: string
}

export function activityLine(agent: AgentView): ActivityLine {
  const { strong, rest } = linesOf(agent)
  const gap = strong !== '' && rest.startsWith(' ') ? ' ' : ''
  return { strong: clipped(strong), rest: gap + clipped(rest) }
}

const longest = 300

/** No line on a card is longer: the rest would only be measured to be cut. */
function clipped(text: string): string {
  return oneLine(inProject(text.slice(0, longest)))
}

function linesOf(agent: AgentView): ActivityLine {
  const { phase, activity, error } = agent
  switch (phase) {
    case 'starting':
      return { strong: 'called', rest: ', no record yet' }
    case 'running':
      return agent.retryAt === undefined ? asCall(activity ?? '') : asRetry(agent)
    case 'waiting':
      return { strong: '', rest: `${agent.waitingFor ?? 'permission'}: ${joined(asCall(activity ?? ''))}` }
    case 'completed':
      return { strong: '', rest: activity === null ? '' : `→ ${activity}` }
    case 'failed':
      return { strong: '', rest: error ?? activity ?? '' }
    case 'interrupted':
    case 'stopped':
      return error === null ? asCall(activity ?? '') : { strong: '', rest: error }
    case 'orphaned':
      return {
        strong: '',
        rest: error ?? (agent.updated === null ? 'process gone' : `process gone, last record ${localTime(agent.updated)}`),
      }
    case 'unknown':
      return { strong: '', rest: agent.source === null ? 'transcript not found' : (error ?? activity ?? '') }
    default:
      return phase satisfies never
  }
}

function asRetry({ activity, retryAt }: AgentView): ActivityLine {
  return { strong: activityText({ activity: null, retryAt }), rest: activity === null ? '' : `: ${activity}` }
}

/** The engine writes `Tool: argument`; a text has no such head. */
function asCall(activity: string): ActivityLine {
  const at = activity.indexOf(': ')
  const head = activity.slice(0, at)
  return at > 0 && /^\S{1,40}$/.test(head) ? { strong: head, rest: ` ${activity.slice(at + 2)}` } : { strong: '', rest: activity }
}

function joined({ strong, rest }: ActivityLine): string {
  return `${strong}${rest}`
}

export interface MetaWords {
  /** The model, or how full the context is from 85 % on. */
  readonly first: string
  readonly tools: string
  readonly tokens: string
  readonly cost: string
}

const crowded = 0.85

export function metaWords(agent: AgentView): MetaWords {
  if (agent.phase === 'unknown' && agent.source === null) return { first: '–', tools: '', tokens: '', cost: '' }
  const fill = contextFill(agent)
  const first = fill !== null && fill >= crowded ? `ctx ${Math.round(fill * 100)} %` : modelWords(agent.model)
  if (agent.source === null && agent.phase === 'starting') return { first, tools: '', tokens: '', cost: '' }
  return {
    first,
    tools: formatCount(agent.tools),
    tokens: formatCount(totalTokens(agent.usage.own)),
    // Nothing spent yet is no sum.
    cost: agent.cost.own === 0 ? '–' : formatMoney(agent.cost.own),
  }
}

/** Null: the model's limit is not known. */
export function contextFill({ context }: AgentView): number | null {
  return context.limit === null || context.limit === 0 ? null : Math.min(1, context.tokens / context.limit)
}

/** Names of models begin with their maker and end with a date; a node has room for neither. */
export function modelWords(model: string | null): string {
  if (model === null || model === '') return 'model not known yet'
  const short = oneLine(model)
    .replace(/^.*\//, '')
    .replace(/-\d{8}$/, '')
  const [maker, ...parts] = short.split('-')
  const words = parts.filter((part) => !/^\d+$/.test(part))
  const digits = parts.filter((part) => /^\d+$/.test(part))
  if (parts.length < 2 || words.length !== 1 || digits.length === 0 || !/^[a-z]+$/.test(maker ?? '')) return short
  return `${words[0]} ${digits.join('.')}`
}
