import type { AgentView, TreeView, Usage } from '../src/shared/views'
import type { Served } from '../test/mocks/anthropic/startModelServer'
import type { ExpectedOutcome } from './expectedAgents'
import type { StreamLine } from './startClaude'

interface StreamBlock {
  readonly type?: string
  readonly id?: string
  readonly name?: string
  readonly tool_use_id?: string
  readonly input?: { readonly description?: string; readonly subagent_type?: string }
}

interface ModelTotals {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
}

function blocksOf(line: StreamLine): readonly StreamBlock[] {
  const content = (line['message'] as { content?: unknown } | undefined)?.content
  return Array.isArray(content) ? (content as StreamBlock[]) : []
}

/** The CLI's own word for "this call started that agent": task events where it has them, else the result of the call. */
function statedLinks(lines: readonly StreamLine[]): Map<string, string> {
  const links = new Map<string, string>()
  for (const line of lines) {
    if (line['subtype'] === 'task_started') links.set(String(line['tool_use_id']), String(line['task_id']))
    const agentId = (line['tool_use_result'] as { agentId?: unknown } | undefined)?.agentId
    const call = blocksOf(line).find((block) => block.type === 'tool_result')?.tool_use_id
    if (call && typeof agentId === 'string') links.set(call, agentId)
  }
  return links
}

/** Every spawning call that the CLI reported: its id, and the call that had started the agent which made it. */
function statedCalls(lines: readonly StreamLine[]): Map<string, string | null> {
  const calls = lines.flatMap((line) => {
    const parentCall = typeof line['parent_tool_use_id'] === 'string' ? line['parent_tool_use_id'] : null
    const spawns = blocksOf(line).filter(
      (block) => block.type === 'tool_use' && (block.name === 'Agent' || block.name === 'Task'),
    )
    return spawns.map((block) => [String(block.id), parentCall] as const)
  })
  return new Map(calls)
}

/** Where the tree differs from what the CLI itself said on stdout. */
export function judgeAgainstStream(tree: TreeView, lines: readonly StreamLine[]): string[] {
  const byCall = new Map(tree.agents.flatMap((agent) => agent.calls.map((call) => [call, agent] as const)))
  const byKey = new Map(tree.agents.map((agent) => [agent.key, agent]))
  const ofLinks = [...statedLinks(lines)].flatMap(([call, id]) => {
    const found = byCall.get(call)
    return found?.id === id ? [] : [`the stream says that ${call} started ${id}, the tree ${found?.id ?? 'nothing'}`]
  })
  const ofCalls = [...statedCalls(lines)].flatMap(([call, parentCall]) => {
    const agent = byCall.get(call)
    if (!agent) return [`call ${call} of the stream is not in the tree`]
    const parent = agent.parent === null ? undefined : byKey.get(agent.parent)
    return (parent?.call ?? null) === parentCall ? [] : [`${call} is under ${parent?.call}, the stream says ${parentCall}`]
  })
  return [...ofLinks, ...ofCalls]
}

function describe(agent: AgentView, tree: TreeView): string {
  const parent = tree.agents.find((candidate) => candidate.key === agent.parent)
  const above = parent?.parent === null ? null : (parent?.description ?? null)
  return JSON.stringify([agent.description, agent.type, above, agent.id !== null])
}

/** Where the tree differs from what the scenario must lead to. */
export function judgeOutcomes(tree: TreeView, expected: readonly ExpectedOutcome[]): string[] {
  const shown = tree.agents.filter((agent) => agent.parent !== null && !agent.hidden)
  const found = shown.map((agent) => describe(agent, tree)).sort()
  const due = expected
    .map(({ description, type, parent, hasChild = true }) => JSON.stringify([description, type, parent, hasChild]))
    .sort()
  const faults =
    JSON.stringify(found) === JSON.stringify(due) ? [] : [`agents are ${found.join(' ')}, should be ${due.join(' ')}`]
  for (const agent of shown) {
    const outcome = expected.find((candidate) => candidate.description === agent.description)
    if (!outcome) continue
    if (!outcome.phases.includes(agent.phase))
      faults.push(`${agent.description} is ${agent.phase}, should be ${outcome.phases.join('|')}`)
    if (agent.background !== (outcome.background ?? false)) faults.push(`${agent.description}: background is ${agent.background}`)
    if (outcome.phases[0] === 'failed' && !agent.error) faults.push(`${agent.description} failed, but says nothing of the error`)
  }
  return faults
}

function usageFaults(found: Usage, due: Partial<Usage>, witness: string): string[] {
  return Object.entries(due).flatMap(([field, value]) => {
    const said = found[field as keyof Usage]
    return said === value ? [] : [`usage.${field} is ${said}, ${witness} says ${value}`]
  })
}

/** The CLI's own sum of everything it was served, where it ends with one. */
export function judgeAgainstResult(tree: TreeView, lines: readonly StreamLine[]): string[] {
  const result = lines.findLast((line) => line.type === 'result')
  if (!result) return ['the stream has no result']
  const totals = Object.values(result['modelUsage'] as Record<string, ModelTotals>)
  const sum = (field: keyof ModelTotals) => totals.reduce((total, model) => total + model[field], 0)
  const due = {
    input: sum('inputTokens'),
    output: sum('outputTokens'),
    cacheRead: sum('cacheReadInputTokens'),
    cacheWrite: sum('cacheCreationInputTokens'),
  }
  return usageFaults(tree.usage, due, 'the CLI')
}

/** What the model server really served to the session and its agents; its helpers' requests are in no transcript. */
export function judgeAgainstServed(tree: TreeView, served: readonly Served[]): string[] {
  const usages = served.flatMap(({ route, usage }) => (route && usage ? [usage] : []))
  const due = {
    requests: usages.length,
    input: usages.reduce((sum, usage) => sum + usage.input_tokens, 0),
    cacheWrite: usages.reduce((sum, usage) => sum + usage.cache_creation_input_tokens, 0),
    cacheRead: usages.reduce((sum, usage) => sum + usage.cache_read_input_tokens, 0),
  }
  const agents = tree.agents.filter((agent) => !agent.hidden)
  const found = agents.reduce(
    (sum, { usage: { own } }) => ({
      requests: sum.requests + own.requests,
      input: sum.input + own.input,
      cacheWrite: sum.cacheWrite + own.cacheWrite,
      cacheRead: sum.cacheRead + own.cacheRead,
    }),
    { requests: 0, input: 0, cacheWrite: 0, cacheRead: 0 },
  )
  return usageFaults({ ...found, output: 0, reasoning: 0 }, due, 'the model server')
}
