import { isAbsolute } from 'node:path'
import type { AgentView, Phase, Status, TreeView, Usage } from '../../src/shared/views'

const STATUS_OF: Readonly<Record<Phase, readonly Status[]>> = {
  starting: ['pendingInit'],
  running: ['running'],
  waiting: ['running'],
  completed: ['completed'],
  failed: ['errored'],
  interrupted: ['shutdown'],
  stopped: ['shutdown'],
  orphaned: ['shutdown'],
  unknown: ['notFound', 'running'],
}
const USAGE_FIELDS = ['input', 'cacheWrite', 'cacheRead', 'output', 'reasoning', 'requests'] as const

type Say = (fault: string) => void

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function groupChildren(agents: readonly AgentView[]): Map<string, AgentView[]> {
  const children = new Map<string, AgentView[]>()
  for (const agent of agents) {
    if (agent.parent === null) continue
    const siblings = children.get(agent.parent) ?? []
    siblings.push(agent)
    children.set(agent.parent, siblings)
  }
  return children
}

function checkShape(tree: TreeView, say: Say): void {
  const all = [...tree.agents, ...tree.unplaced]
  for (const key of repeated(all.map((agent) => agent.key))) say(`key ${key} twice`)
  for (const id of repeated(all.flatMap((agent) => agent.id ?? []))) say(`id ${id} twice`)
  const roots = tree.agents.filter((agent) => agent.parent === null)
  if (roots.length !== 1) say(`${roots.length} agents without a parent`)
  if (tree.agents[0]?.key !== tree.root || tree.agents[0].parent !== null) say('the root is not the first agent')
  const byKey = new Map(tree.agents.map((agent) => [agent.key, agent]))
  for (const agent of tree.agents) {
    if (agent.parent === null) continue
    const parent = byKey.get(agent.parent)
    if (!parent) say(`${agent.key}: parent ${agent.parent} does not exist`)
    else if (agent.depth !== parent.depth + 1) say(`${agent.key}: depth ${agent.depth} under a parent of depth ${parent.depth}`)
  }
  // What hangs under an agent without a known place keeps its own parent.
  const loose = new Set(tree.unplaced.map((agent) => agent.key))
  for (const agent of tree.unplaced) {
    if (agent.parent !== null && !loose.has(agent.parent)) say(`${agent.key}: unplaced, but under a placed parent`)
  }
  if (tree.agents[0] && tree.agents[0].depth !== 0) say(`the root has depth ${tree.agents[0].depth}`)
}

function checkNumbers(tree: TreeView, say: Say): void {
  const order = new Map(tree.agents.map((agent, index) => [agent.key, index]))
  for (const [parent, siblings] of groupChildren(tree.agents)) {
    const numbers = siblings.filter((agent) => !agent.hidden).map((agent) => agent.number)
    if (!numbers.every((number, index) => number === index + 1)) say(`numbers under ${parent}: ${numbers.join(', ')}`)
  }
  const places = tree.agents.flatMap((agent) => (agent.parent === null ? [] : [order.get(agent.parent) ?? -1]))
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)))
    say('agents are not in the order of their parents')
}

function checkAgent(agent: AgentView, say: Say): void {
  if (!STATUS_OF[agent.phase]?.includes(agent.status)) say(`${agent.key}: status ${agent.status} with phase ${agent.phase}`)
  if (agent.started && agent.ended && agent.ended < agent.started) say(`${agent.key}: ended before it started`)
  if (agent.durationMs !== null && !(agent.durationMs >= 0)) say(`${agent.key}: durationMs ${agent.durationMs}`)
  if (agent.call && !agent.calls.includes(agent.call)) say(`${agent.key}: call is not among calls`)
  if (agent.source && isAbsolute(agent.source.path)) say(`${agent.key}: source.path is absolute`)
  if ((agent.id === null) !== (agent.uri === null)) say(`${agent.key}: id ${agent.id} with uri ${agent.uri}`)
}

function addUsage(sum: Usage, more: Usage): Usage {
  const fields = USAGE_FIELDS.map((field) => [field, sum[field] + more[field]] as const)
  return { ...sum, ...Object.fromEntries(fields) }
}

function checkUsage(tree: TreeView, say: Say): void {
  const none: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0, requests: 0 }
  const children = groupChildren(tree.agents)
  const isSame = (left: Usage, right: Usage) => USAGE_FIELDS.every((field) => left[field] === right[field])
  for (const agent of tree.agents) {
    const below = (children.get(agent.key) ?? []).map((child) => child.usage.total)
    if (!isSame(below.reduce(addUsage, agent.usage.own), agent.usage.total))
      say(`${agent.key}: usage.total is not own + descendants`)
  }
  const all = [...tree.agents, ...tree.unplaced].map((agent) => agent.usage.own)
  const sum = all.reduce(addUsage, none)
  if (!isSame(sum, tree.usage)) say(`usage is ${JSON.stringify(tree.usage)}, sum over agents ${JSON.stringify(sum)}`)
}

function checkTotals(tree: TreeView, say: Say): void {
  const counted = tree.agents.filter((agent) => agent.parent !== null && !agent.hidden)
  const count = (...phases: Phase[]) => counted.filter((agent) => phases.includes(agent.phase)).length
  const expected = {
    agents: [counted.length],
    running: [count('starting', 'running'), count('running')],
    waiting: [count('waiting')],
    failed: [count('failed')],
  }
  for (const [name, allowed] of Object.entries(expected)) {
    const found = tree.totals[name as keyof typeof expected]
    if (!allowed.includes(found)) say(`totals.${name} is ${found}, counted ${allowed.join(' or ')}`)
  }
  const byType = Object.values(tree.totals.byType).reduce((sum, number) => sum + number, 0)
  if (byType > counted.length) say(`totals.byType adds up to ${byType} of ${counted.length}`)
}

/** Every breach of the rules that hold for each tree; `root`: the provider's root, which may be named nowhere. */
export function treeInvariants(tree: TreeView, root: string): string[] {
  const faults: string[] = []
  const say: Say = (fault) => faults.push(fault)
  checkShape(tree, say)
  // The sums below presume a tree.
  if (faults.length === 0) checkUsage(tree, say)
  checkNumbers(tree, say)
  for (const agent of [...tree.agents, ...tree.unplaced]) checkAgent(agent, say)
  checkTotals(tree, say)
  const { cwd: _cwd, project: _project, ...rest } = tree
  if (JSON.stringify(rest).includes(root)) say("an absolute path of the provider's root leaks")
  return faults
}
