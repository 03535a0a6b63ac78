import { arrangeTree } from '../arrangeTree'
import type { AgentView, TreeView } from '../views'
import { yamlScalar } from './yamlScalar'

export interface FrontMatterSubject {
  readonly tree: TreeView
  /** Null: the run itself. */
  readonly agent: AgentView | null
  /** Adds the list of agents below the subject. */
  readonly withSubagents: boolean
}

const maxWarnings = 50

/** CONTRACT §10: keys in this order, valid YAML for any text, the closing line included. */
export function frontMatter({ tree, agent, withSubagents }: FrontMatterSubject): string {
  const root = tree.agents.find((each) => each.key === tree.root) ?? null
  const lines = [
    '---',
    `uri: ${yamlScalar(agent === null ? tree.uri : agent.uri)}`,
    `thread_source: ${yamlScalar((agent ?? root)?.source?.path ?? null)}`,
    `provider: ${yamlScalar(agent?.provider ?? tree.provider)}`,
    `session_id: ${yamlScalar(sessionOf(tree, agent))}`,
    `mode: ${agent === null ? 'thread' : 'subagent'}`,
  ]
  const uriOf = uriLookup(tree)
  if (agent !== null) {
    lines.push(`agent_id: ${yamlScalar(agent.id)}`, `status: ${agent.status}`, `status_source: ${agent.status_source}`)
    lines.push(`parent: ${yamlScalar(uriOf(agent.parent))}`)
  }
  if (withSubagents) lines.push(...subagentLines(tree, agent, uriOf))
  lines.push(...warningLines(tree, agent), '---', '')
  return lines.join('\n')
}

/** A guest's own session, not the one it stands in. */
function sessionOf(tree: TreeView, agent: AgentView | null): string {
  return agent?.provider === undefined ? tree.id : (agent.source?.sessionId ?? tree.id)
}

function subagentLines(tree: TreeView, agent: AgentView | null, uriOf: (key: string | null) => string | null): string[] {
  const listed = agent === null ? [...tree.agents.filter((each) => each.key !== tree.root), ...tree.unplaced] : below(tree, agent)
  // An agent without any below it is not a parent; a run says so.
  if (listed.length === 0) return agent === null ? ['subagents: []'] : []
  return ['subagents:', ...listed.flatMap((each) => subagentEntry(each, uriOf))]
}

function subagentEntry(agent: AgentView, uriOf: (key: string | null) => string | null): string[] {
  return [
    `  - agent_id: ${yamlScalar(agent.id)}`,
    `    uri: ${yamlScalar(agent.uri)}`,
    `    parent: ${yamlScalar(uriOf(agent.parent))}`,
    `    type: ${yamlScalar(agent.type)}`,
    `    status: ${agent.status}`,
    `    status_source: ${agent.status_source}`,
    `    started: ${yamlScalar(agent.started)}`,
    `    ended: ${yamlScalar(agent.ended)}`,
  ]
}

function below(tree: TreeView, agent: AgentView): AgentView[] {
  const { childrenOf } = arrangeTree(tree.agents, tree.root)
  const found = new Set<AgentView>()
  const queue = [agent]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const child of childrenOf.get(next.key) ?? []) {
      if (found.has(child)) continue
      found.add(child)
      queue.push(child)
    }
  }
  return [...found]
}

function uriLookup(tree: TreeView): (key: string | null) => string | null {
  const uris = new Map<string, string | null>(tree.agents.map((agent) => [agent.key, agent.uri]))
  uris.set(tree.root, tree.uri)
  return (key) => (key === null ? null : (uris.get(key) ?? null))
}

function warningLines(tree: TreeView, agent: AgentView | null): string[] {
  const own = agent?.source?.path ?? null
  const problems = tree.problems.filter((problem) => agent === null || problem.source === own)
  if (problems.length === 0) return []
  const texts = problems.slice(0, maxWarnings).map(({ code, source, line, message }) => {
    return `${code}: ${source}${line === null ? '' : `:${line}`}: ${message}`
  })
  if (problems.length > maxWarnings) texts.push(`and ${problems.length - maxWarnings} more`)
  return ['warnings:', ...texts.map((text) => `  - ${yamlScalar(text)}`)]
}
