import type { AgentView, TreeView, Usage } from '../src/shared/views'
import type { TokenCount } from '../test/mocks/script'
import type { ScriptServed } from '../test/mocks/startScriptedModel'
import { DONE, type ExpectedCall, type PlayedRun } from './playedRun'
import type { StoredCall, Witness } from './Witness'

/** How a product counts what it was served: for each field the numbers that are right. */
export type CountTokens = (sum: TokenCount) => Partial<Record<keyof Usage, readonly number[]>>

export interface Truth {
  readonly witness: Witness
  readonly served: readonly ScriptServed[]
  readonly countTokens: CountTokens
}

function listOf(values: Iterable<string>): string {
  return [...values].sort().join(' ')
}

/** Where the tree differs from the calls and conversations that the product left on disk. */
function judgeLinks(run: PlayedRun, tree: TreeView, witness: Witness): string[] {
  const byKey = new Map(tree.agents.map((agent) => [agent.key, agent]))
  const ofCalls = witness.callsOf(run.id).flatMap(({ call, owner, child }) => {
    const [agent, ...others] = tree.agents.filter((candidate) => candidate.calls.includes(call))
    if (!agent || others.length > 0) return [`call ${call} is at ${agent ? others.length + 1 : 'no'} agents`]
    const parent = agent.parent === null ? null : byKey.get(agent.parent)?.id
    return [
      ...(agent.id === child ? [] : [`call ${call} started ${child}, the tree says ${agent.id}`]),
      // Who sends an agent on need not be who called it.
      ...(agent.call !== call || parent === owner ? [] : [`call ${call} was made by ${owner}, the tree says ${parent}`]),
    ]
  })
  const [due, found] = [
    listOf([run.id, ...witness.agentsOf(run.id)]),
    listOf(tree.agents.flatMap((agent) => (agent.id === null || agent.hidden ? [] : [agent.id]))),
  ]
  return [...ofCalls, ...(due === found ? [] : [`agents are ${found}, on disk are ${due}`])]
}

/** A fork may show the calls it has copied, without their agents. */
function judgeStrangers(run: PlayedRun, tree: TreeView, witness: Witness): string[] {
  const own = new Set(witness.callsOf(run.id).map(({ call }) => call))
  const strangers = tree.agents.filter(
    (agent) => agent.id === null && !agent.hidden && !agent.calls.some((call) => own.has(call)),
  )
  const allowed = run.forkedFrom ? new Set([...witness.stored.values()].map(({ call }) => call)) : new Set<string>()
  const wrong = strangers.filter((agent) => !agent.call || !allowed.has(agent.call))
  return wrong.map((agent) => `${agent.key} "${agent.description}" is nobody's call`)
}

function storedCall(mark: string, calls: readonly StoredCall[]): StoredCall | undefined {
  return calls.find(({ words }) => words.includes(mark))
}

function judgeCall(expected: ExpectedCall, run: PlayedRun, tree: TreeView, witness: Witness): string[] {
  const { mark, type, description, background, hasChild = true, again } = expected
  const calls = witness.callsOf(run.id)
  const stored = storedCall(mark, calls)
  if (!stored) return [`the CLI left no call ${mark}`]
  const isSilent = expected.mayBeSilent === true && !witness.errored.has(stored.child ?? '')
  const phases = isSilent ? DONE : expected.phases
  const owner = expected.parent === null ? run.id : (storedCall(expected.parent, calls)?.child ?? null)
  const agent = tree.agents.find((candidate) => candidate.call === stored.call)
  if (!agent) return [`${mark}: its call ${stored.call} started nothing in the tree`]
  const faults: string[] = []
  const same = (field: string, found: unknown, due: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(due)) faults.push(`${mark}: ${field} is ${found}, should be ${due}`)
  }
  same('the owner on disk', stored.owner, owner)
  same('has a child', agent.id !== null, hasChild)
  if (again) same('the number of calls', agent.calls.length, 1 + again.length)
  if (background !== undefined) same('background', agent.background, background)
  if (type !== undefined) same('type', agent.type, type)
  if (description !== undefined) same('description', agent.description, description)
  if (!phases.includes(agent.phase)) faults.push(`${mark} is ${agent.phase}, should be ${phases.join('|')}`)
  if (phases[0] === 'failed' && !agent.error) faults.push(`${mark} failed, but says nothing of the error`)
  for (const other of again ?? []) {
    const call = storedCall(other, calls)?.call
    if (!call || !agent.calls.includes(call)) faults.push(`${mark}: ${other} was to send it on`)
  }
  return faults
}

function judgeUsage(name: string, usage: Usage, routes: readonly string[], { served, countTokens }: Truth): string[] {
  const own = served.flatMap(({ route, usage: counted }) => (route && routes.includes(route) && counted ? [counted] : []))
  const add = (field: keyof TokenCount) => own.reduce((sum, counted) => sum + counted[field], 0)
  const sum = { input: add('input'), cached: add('cached'), output: add('output'), reasoning: add('reasoning') }
  const due = { requests: [own.length], ...countTokens(sum) }
  return Object.entries(due).flatMap(([field, allowed]) => {
    const found = usage[field as keyof Usage]
    return allowed.includes(found) ? [] : [`${name}: own ${field} is ${found}, the model served ${allowed.join(' or ')}`]
  })
}

function judgeAllUsage(run: PlayedRun, tree: TreeView, truth: Truth): string[] {
  const calls = truth.witness.callsOf(run.id)
  const ofAgents = run.calls.flatMap(({ mark, routes, hasChild }) => {
    const stored = storedCall(mark, calls)
    const agent: AgentView | undefined = tree.agents.find((candidate) => candidate.call === stored?.call)
    return agent && hasChild !== false ? judgeUsage(mark, agent.usage.own, routes, truth) : []
  })
  const [root] = tree.agents
  return [...(root && run.routes ? judgeUsage('the session', root.usage.own, run.routes, truth) : []), ...ofAgents]
}

/** Everything a tree says wrongly about a run that is over. */
export function judgePlayedRun(run: PlayedRun, tree: TreeView, truth: Truth): string[] {
  const root = tree.agents[0]
  return [
    ...judgeLinks(run, tree, truth.witness),
    ...judgeStrangers(run, tree, truth.witness),
    ...run.calls.flatMap((expected) => judgeCall(expected, run, tree, truth.witness)),
    ...judgeAllUsage(run, tree, truth),
    ...(root && run.phases.includes(root.phase) ? [] : [`the session is ${root?.phase}, should be ${run.phases.join('|')}`]),
    ...tree.unplaced.map((agent) => `${agent.id ?? agent.key} has no place`),
    ...(tree.live ? ['it is said to be live after its end'] : []),
    ...((run.forkedFrom ?? [null]).includes(tree.forkedFrom) ? [] : [`forkedFrom is ${tree.forkedFrom}`]),
  ]
}
