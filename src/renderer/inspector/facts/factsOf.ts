import { formatExact } from '../../../shared/formatCount'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView, LinkRow, RunRow, Usage } from '../../../shared/views'
import { contextOf } from '../header/contextOf'

export interface Fact {
  readonly name: string
  /** Null: not recorded. */
  readonly value: string | null
  readonly isCode?: boolean
}

export interface FactGroup {
  readonly title: string
  readonly facts: readonly Fact[]
}

interface FactSources {
  readonly agent: AgentView
  readonly row: RunRow | null
  readonly link: LinkRow | undefined
  readonly permissionMode: string | null
}

/** Everything that is known of an agent, as it was recorded. */
export function factsOf({ agent, row, link, permissionMode }: FactSources): readonly FactGroup[] {
  return [
    { title: 'Names', facts: nameFacts(agent) },
    { title: 'Files', facts: fileFacts(agent, row) },
    { title: 'How it ran', facts: runFacts(agent, row, permissionMode) },
    { title: 'Times', facts: timeFacts(agent) },
    { title: 'Tokens, own / with sub-agents', facts: usageFacts(agent) },
    { title: 'Link', facts: linkFacts(agent, link) },
  ]
}

function nameFacts(agent: AgentView): readonly Fact[] {
  return [
    code('id', agent.id),
    code('key', agent.key),
    code('URI', agent.uri),
    code('parent', agent.parent),
    code('call', agent.call),
    { name: 'called with', value: agent.callName },
    code('all calls', agent.calls.length > 1 ? agent.calls.join(' ') : null),
    { name: 'type', value: agent.type },
    { name: 'name', value: agent.name },
    { name: 'number', value: String(agent.number) },
    { name: 'depth', value: String(agent.depth) },
    { name: 'hidden', value: agent.hidden },
  ]
}

function fileFacts({ source }: AgentView, row: RunRow | null): readonly Fact[] {
  return [
    code('transcript', source?.path ?? null),
    code('session', source?.sessionId ?? null),
    code('folder', row?.cwd ?? null),
    { name: 'project', value: row?.project ?? null },
    code('run', row?.uri ?? null),
    code('forked from', row?.forkedFrom ?? null),
  ]
}

function runFacts(agent: AgentView, row: RunRow | null, permissionMode: string | null): readonly Fact[] {
  const { share, limit, isEstimate } = contextOf(agent)
  return [
    { name: 'provider', value: row?.provider ?? null },
    { name: 'version', value: row?.version ?? null },
    code('model', agent.model),
    { name: 'permission mode', value: permissionMode },
    { name: 'background', value: agent.background ? 'yes' : 'no' },
    { name: 'phase', value: agent.phase },
    { name: 'status', value: `${agent.status} (${agent.status_source})` },
    {
      name: 'context',
      value: `${formatExact(agent.context.tokens)} of ${formatExact(limit)}, ${share} %${isEstimate ? ', estimate' : ''}`,
    },
    { name: 'messages', value: formatExact(agent.messages) },
    { name: 'tool calls', value: formatExact(agent.tools) },
    { name: 'errors', value: formatExact(agent.errors) },
  ]
}

function timeFacts(agent: AgentView): readonly Fact[] {
  return [
    code('started', agent.started),
    code('updated', agent.updated),
    code('ended', agent.ended),
    { name: 'duration', value: agent.durationMs === null ? null : `${formatExact(agent.durationMs)} ms` },
  ]
}

const usageNames: readonly (readonly [keyof Usage, string])[] = [
  ['input', 'input'],
  ['cacheWrite', 'cache write'],
  ['cacheRead', 'cache read'],
  ['output', 'output'],
  ['reasoning', 'reasoning'],
  ['requests', 'requests'],
]

function usageFacts({ usage, cost }: AgentView): readonly Fact[] {
  const usd = (value: number | null): string => (value === null ? 'unknown' : `$${value.toFixed(6)}`)
  return [
    ...usageNames.map(([field, name]) => ({
      name,
      value: `${formatExact(usage.own[field])} / ${formatExact(usage.total[field])}`,
    })),
    { name: 'all tokens', value: `${formatExact(totalTokens(usage.own))} / ${formatExact(totalTokens(usage.total))}` },
    { name: 'cost', value: `${usd(cost.own)} / ${usd(cost.total)}` },
  ]
}

function linkFacts(agent: AgentView, link: LinkRow | undefined): readonly Fact[] {
  return [
    { name: 'evidence', value: `${agent.link.evidence}${agent.link.ambiguous ? ', ambiguous' : ''}` },
    { name: 'note', value: agent.link.note === '' ? null : agent.link.note },
    { name: 'conflict', value: link?.conflict ?? null },
    code('all evidence', link ? JSON.stringify(link.evidence) : null),
  ]
}

function code(name: string, value: string | null): Fact {
  return { name, value, isCode: true }
}
