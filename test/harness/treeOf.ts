import type { AgentView, TreeView, Usage } from '../../src/shared/views'
import type { ExpectedAgent, ExpectedRun } from './recordings'

const NO_USAGE: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 0 }

function first<T>(exact: unknown, any: unknown, otherwise: T): T {
  // The truth's values have the types of the fields they are the truth of.
  return (exact ?? (Array.isArray(any) ? any[0] : undefined) ?? otherwise) as T
}

function usageOf(expected: ExpectedAgent): Usage {
  const given = Object.entries(expected.usage ?? {}).map(([name, value]) => {
    return [name.replace(/Any$/, ''), Array.isArray(value) ? value[0] : value] as const
  })
  return { ...NO_USAGE, ...Object.fromEntries(given) }
}

function add(left: Usage, right: Usage): Usage {
  const sum = Object.keys(NO_USAGE).map((field) => [field, left[field as keyof Usage] + right[field as keyof Usage]] as const)
  return { ...NO_USAGE, ...Object.fromEntries(sum) }
}

const PHASE_OF: Readonly<Record<string, string>> = {
  notFound: 'unknown',
  shutdown: 'orphaned',
  errored: 'failed',
  completed: 'completed',
}

function phaseOf(expected: ExpectedAgent): string {
  return first(expected.phase, expected.phaseAny, PHASE_OF[first(expected.status, expected.statusAny, 'completed')] ?? 'running')
}

function agentOf(expected: ExpectedAgent, call: string | null): AgentView {
  const key = call ?? expected.id ?? 'nameless'
  const agent = {
    ...{ key, id: expected.id, uri: expected.id === null ? null : `claude://run/${expected.id}`, parent: null, number: 1 },
    ...{ depth: expected.depth ?? 1, call, callName: null, calls: first(expected['calls'], null, call ? [call] : []) },
    ...{ type: first(expected['type'], expected['typeAny'], null), name: null, prompt: null, model: null },
    ...{ description: first(expected.description, expected['descriptionAny'], null), hidden: null, waitingFor: null },
    ...{ background: first(expected['background'], expected['backgroundAny'], false), activity: null, error: null },
    ...{
      status: first(expected.status, expected.statusAny, 'completed'),
      phase: phaseOf(expected),
    },
    ...{ status_source: 'protocol', link: { evidence: 'explicit', ambiguous: false, note: '' } },
    ...{ started: null, updated: null, ended: null, durationMs: null, messages: 0, errors: 0, source: null },
    tools: first(expected['tools'], expected['toolsAny'], 0),
    usage: { own: usageOf(expected), total: usageOf(expected) },
    ...{ cost: { own: null, total: null }, context: { tokens: 0, limit: null } },
  }
  return agent as unknown as AgentView
}

/** The tree that says exactly what the truth says: what the judges of this harness are themselves judged with. */
export function treeOf(run: ExpectedRun): TreeView {
  const free = new Set(run.agents.flatMap((agent) => agent.callAny ?? []))
  const shown = run.agents.filter((agent) => !agent.hidden && !agent.noCall && !agent.optional)
  const pairs = shown.map((expected) => {
    const call = expected.call ?? expected.callAny?.find((candidate) => free.delete(candidate)) ?? null
    return { expected, agent: agentOf(expected, call) }
  })
  const agents: AgentView[] = []
  let level = pairs.filter(({ expected }) => expected.depth === 0)
  while (level.length > 0) {
    agents.push(...level.map(({ agent }) => agent))
    level = level.flatMap((parent) => {
      const below = pairs.filter(({ expected }) => expected.depth !== 0 && expected.parentId === parent.expected.id)
      for (const [index, { agent }] of below.entries()) {
        Object.assign(agent, { parent: parent.agent.key, number: index + 1, depth: parent.agent.depth + 1 })
      }
      return below
    })
  }
  for (const agent of [...agents].reverse()) {
    const parent = agents.find((candidate) => candidate.key === agent.parent)
    if (parent) parent.usage.total = add(parent.usage.total, agent.usage.total)
  }
  return treeAround(run, agents)
}

function treeAround(run: ExpectedRun, agents: AgentView[]): TreeView {
  const counted = agents.slice(1)
  const count = (...phases: string[]) => counted.filter((agent) => phases.includes(agent.phase)).length
  const totals = { running: count('starting', 'running'), waiting: count('waiting'), failed: count('failed') }
  const tree = {
    ...{ schema: 1, uri: run.uri, provider: 'claude', id: run.id, title: '', cwd: run['cwd'] ?? null, project: null },
    ...{ version: run['version'] ?? null, started: null, updated: null, ended: null, live: run.live ?? false },
    ...{ forkedFrom: run['forkedFrom'] ?? null, root: agents[0]?.key, agents, unplaced: [] },
    totals: { agents: counted.length, ...totals, byType: {} },
    usage: agents.map((agent) => agent.usage.own).reduce(add, NO_USAGE),
    ...{ cost: { usd: null, complete: false, source: 'estimated' }, problems: [] },
  }
  return tree as unknown as TreeView
}
