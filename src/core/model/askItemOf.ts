import type { AttentionItem } from '../../shared/attention'
import type { Ask } from '../../shared/drive/ask'
import { exactText } from '../../shared/exactText'
import { AgentKey } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { type AttentionRun, attentionItemOf, short } from './attentionOf'

const LONGEST_DETAIL = 300

/** One ask is one matter, and it is that of the very agent that asks, whoever else of its run waits. Null: its run has no agent yet. */
export function askItemOf(run: AttentionRun, ask: Ask): AttentionItem | null {
  const own = ask.key === null ? undefined : run.agents.get(ask.key)
  const agent = own ?? rootOf(run)
  if (!agent) return null
  const item = attentionItemOf(run, agent, ask.kind === 'question' ? 'question' : 'permission')
  const detail = ask.kind === 'question' ? (ask.questions[0]?.text ?? ask.detail) : ask.detail
  return {
    ...item,
    id: `${run.row.uri} ask ${ask.id}`,
    path: own || ask.agent === null ? item.path : [...item.path, { key: stepOf(ask), label: UNPLACED, type: null }],
    detail: short(
      [ask.kind === 'question' ? null : ask.tool, exactText(detail.slice(0, LONGEST_DETAIL * 4))]
        .filter((part) => part)
        .join(': '),
      LONGEST_DETAIL,
    ),
    since: ask.at,
    ask: ask.id,
  }
}

const UNPLACED = 'an agent that has no record yet'

function stepOf({ agent }: Ask): AgentKey {
  return AgentKey.parse(`ask ${agent}`)
}

function rootOf({ row, agents }: AttentionRun): AgentView | undefined {
  for (const agent of agents.values()) if (agent.depth === 0 && agent.id === row.id) return agent
  return undefined
}
