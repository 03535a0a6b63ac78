import { agentLabel } from '../agentLabel'
import type { Pause } from '../drive/pause'
import { workedMs } from '../drive/workedMs'
import { formatExact } from '../formatCount'
import { formatDuration } from '../formatDuration'
import { formatMoney } from '../formatMoney'
import { phaseWord } from '../phaseWord'
import { totalTokens } from '../totalTokens'
import type { AgentView, TranscriptPage, TreeView } from '../views'
import { frontMatter } from './frontMatter'
import { itemMarkdown } from './itemMarkdown'
import type { LifecycleEvent } from './lifecycleOf'
import { inlineText, quoteText } from './quoteText'

export interface AgentMarkdownParts {
  readonly tree: TreeView
  readonly agent: AgentView
  readonly lifecycle: readonly LifecycleEvent[]
  /** The end of the agent's transcript. */
  readonly page: TranscriptPage
  /** Of its run. Absent: none. */
  readonly pauses?: readonly Pause[]
}

/** An agent as Markdown (S4.14): exactly three sections of the second level, in this order. */
export function agentMarkdown({ tree, agent, lifecycle, page, pauses = [] }: AgentMarkdownParts): string {
  const description = inlineText(agent.description ?? '')
  return [
    `${frontMatter({ tree, agent, withSubagents: false })}\n# ${inlineText(agentLabel(agent))}${description === '' ? '' : `: ${description}`}`,
    '## Agent Status Summary',
    summaryLines(tree, agent, pauses).join('\n'),
    ...(agent.prompt === null || agent.prompt.trim() === '' ? [] : ['### Prompt', quoteText(agent.prompt)]),
    '## Lifecycle (Parent Thread)',
    lifecycleText(agent, lifecycle),
    '## Thread Excerpt (Child Thread)',
    excerptText(page),
  ].join('\n\n')
}

function summaryLines(tree: TreeView, agent: AgentView, pauses: readonly Pause[]): string[] {
  const parent = tree.agents.find((each) => each.key === agent.parent)
  const facts: [string, string | null][] = [
    ['Status', `${agent.status} (${agent.status_source})`],
    ['Phase', `${phaseWord(agent.phase)}${agent.waitingFor === null ? '' : `: ${agent.waitingFor}`}`],
    ['Error', agent.error === null ? null : inlineText(agent.error)],
    ['Parent', parent === undefined ? 'not known' : `${inlineText(agentLabel(parent))}, ${parent.uri ?? 'no address'}`],
    ['Evidence', evidenceText(agent)],
    ['Model', agent.model === null ? null : inlineText(agent.model)],
    ['Background', agent.background ? 'yes' : null],
    ['Started', agent.started],
    ['Ended', agent.ended],
    ['Took', tookText(agent, pauses)],
    ['Calls', `${agent.tools}, ${agent.messages} messages, ${agent.errors} errors`],
    ['Tokens', tokensText(agent)],
    [
      'Cost',
      agent.cost.own === null ? null : `${formatMoney(agent.cost.own)} (with sub-agents ${formatMoney(agent.cost.total)})`,
    ],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}`]))
}

/** Until its last record: who still works has no other end here. */
function tookText(agent: AgentView, pauses: readonly Pause[]): string | null {
  const { started, durationMs } = agent
  if (durationMs === null) return null
  const ms = workedMs(agent, Date.parse(started ?? '') + durationMs, { pauses })
  return ms === null ? null : formatDuration(ms)
}

function evidenceText({ link }: AgentView): string {
  const note = inlineText(link.note)
  return `${link.evidence}${link.ambiguous ? ', ambiguous' : ''}${note === '' ? '' : ` (${note})`}`
}

function tokensText({ usage }: AgentView): string {
  const { input, cacheWrite, cacheRead, output, reasoning } = usage.own
  const kinds = Object.entries({ input, 'cache write': cacheWrite, 'cache read': cacheRead, output, reasoning })
  const parts = kinds.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${formatExact(count)}`)
  const own = formatExact(totalTokens(usage.own))
  return `${own}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}, with sub-agents ${formatExact(totalTokens(usage.total))}`
}

function lifecycleText(agent: AgentView, lifecycle: readonly LifecycleEvent[]): string {
  if (lifecycle.length > 0) {
    return inOrder(lifecycle)
      .map(({ at, kind, text }) => `- ${at ?? 'no time'} · ${kind} · ${inlineText(text)}`)
      .join('\n')
  }
  if (agent.parent === null) return 'The parent of this agent is not known.'
  return 'The transcript of the parent has no record of this agent.'
}

/** By time; an event without one stays after the one it was told after. */
function inOrder(events: readonly LifecycleEvent[]): LifecycleEvent[] {
  let known = ''
  const timed = events.map((event) => {
    known = event.at ?? known
    return { event, at: known }
  })
  return timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ event }) => event)
}

function excerptText({ items, total, from }: TranscriptPage): string {
  if (items.length === 0) return 'Nothing recorded yet.\n'
  const range = from === 0 ? `All ${total} items.` : `Items ${from} to ${from + items.length - 1} of ${total}.`
  return `${range}\n\n${items.map(itemMarkdown).join('')}`
}
