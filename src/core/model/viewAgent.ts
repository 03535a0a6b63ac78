import { AgentKey, ProviderId } from '../../shared/ids'
import { isBlank } from '../../shared/isBlank'
import type { AgentView, Phase, Status, Usage } from '../../shared/views'
import type { ThreadState } from '../liveChannel'
import { soundTime } from '../soundTime'
import type { ThreadFacts } from './facts'
import type { Node } from './linkNode'
import type { MergedThread } from './mergeSources'
import { countOver, latestPart, responsesOf } from './mergeSources'
import type { Verdict } from './phaseOf'
import type { PlacedNode } from './placeNodes'
import { modelFacts, type PriceTable } from './prices'

/** Everything one agent's view is made of, gathered by the run. */
export interface AgentFacts {
  readonly placed: PlacedNode
  readonly parentKey: string | null
  readonly runUri: string
  /** The other session's run that it belongs to; null: this one. */
  readonly guestOf: string | null
  readonly isRoot: boolean
  readonly verdict: Verdict
  readonly waitingFor: 'permission' | 'question' | null
  readonly spoken: ThreadState | null
  readonly own: Usage
  readonly total: Usage
  readonly ownCost: number | null
  readonly totalCost: number | null
  readonly prices: PriceTable
  readonly unreadable: string | null
}

const ENDED: ReadonlySet<Phase> = new Set<Phase>(['completed', 'failed', 'interrupted', 'stopped', 'orphaned'])

export function viewAgent(facts: AgentFacts): AgentView {
  const { node } = facts.placed
  const { thread, call, says } = node
  const latest = thread ? latestPart(thread) : null
  const { phase } = facts.verdict
  const times = timesOf(facts)
  const model = latest?.model ?? (says?.model === 'inherit' ? null : (says?.model ?? null))
  return {
    key: AgentKey.parse(node.key),
    id: node.id,
    uri: node.id === null ? null : uriOf(facts, node.id),
    parent: facts.parentKey === null ? null : AgentKey.parse(facts.parentKey),
    number: facts.placed.number,
    depth: facts.placed.depth,
    call: node.calls[0] !== undefined && node.key === node.calls[0] ? node.calls[0] : null,
    callName: call?.says.name ?? null,
    calls: [...node.calls],
    ...(node.attended.length === 0 ? {} : { attended: [...node.attended] }),
    type: visible(call?.says.type) ?? visible(says?.type) ?? visible(node.answer?.agentType),
    name: visible(call?.says.agentName) ?? visible(says?.name),
    description: visible(call?.says.description) ?? visible(says?.description),
    prompt: call?.says.prompt?.preview ?? thread?.parts[0]?.facts.prompt?.preview ?? null,
    model,
    background: isBackground(facts),
    hidden: node.hidden,
    status: statusOf(phase, node.calls.length > 0 && thread === null),
    status_source: facts.verdict.source,
    phase,
    waitingFor: facts.waitingFor,
    activity: visible(facts.spoken?.message) ?? activityOf(phase, latest, node.answer),
    ...(facts.spoken?.activity === 'retry' ? { retryAt: instant(facts.spoken.retryAt ?? Number.NaN) } : {}),
    error: facts.verdict.error,
    link: linkOf(facts),
    ...times,
    tools: sizeOf(thread, 'tools'),
    messages: messagesOf(thread),
    errors: thread ? countOver(thread, (part) => part.errors) : 0,
    usage: { own: { ...facts.own }, total: { ...facts.total } },
    cost: { own: facts.ownCost, total: facts.totalCost },
    context: {
      tokens: latest?.contextTokens ?? 0,
      limit: latest?.contextLimit ?? (model === null ? null : modelFacts(facts.prices, model).context),
    },
    source: thread ? { path: latestSource(thread), sessionId: sessionOf(facts.guestOf ?? facts.runUri) } : null,
    ...(facts.guestOf === null ? {} : { provider: ProviderId.parse(facts.guestOf.slice(0, facts.guestOf.indexOf('://'))) }),
    ...(facts.unreadable === null ? {} : { unreadable: facts.unreadable }),
  }
}

function uriOf({ isRoot, runUri, guestOf }: AgentFacts, id: string): string {
  const run = guestOf ?? runUri
  return isRoot || (guestOf !== null && sessionOf(guestOf) === id) ? run : `${run}/${id}`
}

/** Of one that is done: what it said in the end, else what its caller was told. */
function activityOf(phase: Phase, latest: ThreadFacts | null, answer: Node['answer']): string | null {
  const doing = latest?.label ?? null
  return phase === 'completed' ? (visible(latest?.said) ?? visible(answer?.said) ?? doing) : doing
}

function visible(text: string | null | undefined): string | null {
  return text === null || text === undefined || isBlank(text) ? null : text
}

/** CONTRACT §4: `status` ← `phase`. */
export function statusOf(phase: Phase, hasNoData: boolean): Status {
  switch (phase) {
    case 'starting':
      return 'pendingInit'
    case 'running':
    case 'waiting':
      return 'running'
    case 'completed':
      return 'completed'
    case 'failed':
      return 'errored'
    case 'interrupted':
    case 'stopped':
    case 'orphaned':
      return 'shutdown'
    case 'unknown':
      return hasNoData ? 'notFound' : 'running'
    default:
      return phase satisfies never
  }
}

function timesOf(facts: AgentFacts): Pick<AgentView, 'started' | 'updated' | 'ended' | 'durationMs'> {
  const { thread, call, answer } = facts.placed.node
  const started = earliest(call?.at ?? Number.NaN, thread?.startedAt ?? Number.NaN)
  const updated = thread && !Number.isNaN(thread.updatedAt) ? thread.updatedAt : (answer?.at ?? call?.at ?? Number.NaN)
  const last = updated >= started ? updated : started
  const ended = ENDED.has(facts.verdict.phase) ? last : Number.NaN
  return {
    started: instant(started),
    updated: instant(last),
    ended: instant(ended),
    durationMs: Number.isNaN(ended) || Number.isNaN(started) ? null : ended - started,
  }
}

/** NaN means "not known"; the earlier of what is known. */
function earliest(a: number, b: number): number {
  if (Number.isNaN(a)) return b
  if (Number.isNaN(b)) return a
  return Math.min(a, b)
}

export function instant(at: number): string | null {
  const sound = soundTime(at)
  return Number.isNaN(sound) ? null : new Date(sound).toISOString()
}

function isBackground({ placed, isRoot }: AgentFacts): boolean {
  const { answer, call, says } = placed.node
  if (isRoot) return false
  if (answer) return answer.answer === 'launched'
  return says?.background ?? call?.says.background ?? false
}

function linkOf({ placed, isRoot }: AgentFacts): AgentView['link'] {
  const { node } = placed
  if (isRoot) return { evidence: 'none', ambiguous: false, note: 'the run itself' }
  const { winner, conflict } = node
  const note = `${winner?.note ?? noteWithoutWinner(node)}${conflict === null ? '' : `; ${conflict}`}`
  if (winner) return { evidence: winner.kind, ambiguous: node.ambiguous, note }
  return { evidence: node.call ? 'explicit' : 'none', ambiguous: false, note }
}

function noteWithoutWinner(node: Node): string {
  if (node.call) return 'the call itself, no agent seen'
  if (node.hidden) return `${node.hidden} agent without a call`
  return node.evidence.length > 0 ? 'the call it names belongs to another agent' : 'no call, side file or equal prompt found'
}

function sizeOf(thread: MergedThread | null, field: 'tools'): number {
  if (!thread) return 0
  const [first] = thread.parts
  if (thread.parts.length === 1 && first) return first.facts[field].size
  return new Set(thread.parts.flatMap((part) => [...part.facts[field]])).size
}

function messagesOf(thread: MergedThread | null): number {
  return thread ? countOver(thread, (part) => part.prompts) + responsesOf(thread).size : 0
}

/** Of several files the one that went on last: a copy left behind in another folder ends earlier. */
function latestSource(thread: MergedThread): string {
  const latest = latestPart(thread)
  return thread.parts.find((part) => part.facts === latest)?.source ?? ''
}

function sessionOf(runUri: string): string {
  return runUri.slice(runUri.indexOf('://') + 3)
}
