import type { AgentView, TreeView } from '../../src/shared/views'
import type { ExpectedAgent, ExpectedRun } from './recordings'

const RUN_FIELDS = ['id', 'provider', 'uri', 'cwd', 'version', 'forkedFrom'] as const
const AGENT_FIELDS = ['depth', 'type', 'description', 'call', 'calls', 'background', 'tools', 'hidden'] as const

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null)
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}

/** One comparison: the tree, the truth, and what was found to differ. */
class Comparison {
  readonly faults: string[] = []
  private readonly truth: ExpectedRun
  private readonly tree: TreeView
  private readonly all: readonly AgentView[]
  private readonly loose: ReadonlySet<AgentView>
  private readonly byKey: ReadonlyMap<string, AgentView>
  private readonly explained = new Set<AgentView>()
  private readonly pairedCalls = new Set<string>()

  constructor(truth: ExpectedRun, tree: TreeView) {
    this.truth = truth
    this.tree = tree
    this.all = [...tree.agents, ...tree.unplaced]
    this.loose = new Set(tree.unplaced)
    this.byKey = new Map(this.all.map((agent) => [agent.key, agent]))
  }

  run(): string[] {
    for (const expected of this.truth.agents) this.judge(expected)
    for (const agent of this.all) {
      if (!this.explained.has(agent) && !agent.hidden) {
        this.faults.push(`${agent.id ?? agent.call ?? agent.key} "${agent.description ?? ''}" is not in the truth`)
      }
    }
    this.judgeRun()
    return this.faults
  }

  private judge(expected: ExpectedAgent): void {
    const label = `${expected.id ?? `(no child) ${expected.call}`} ${expected.description ?? ''}`.trim()
    const hits = this.all.filter((agent) =>
      expected.id ? agent.id === expected.id : !agent.id && !!expected.call && agent.calls.includes(expected.call),
    )
    for (const agent of hits) this.explained.add(agent)
    if (expected.optional) this.explainCopies(expected)
    else if (expected.hidden) this.judgeHidden(hits, expected.hidden, label)
    else if (expected.noCall) this.judgeStray(hits, label)
    else this.judgeAgent(hits, expected, label)
  }

  private judgeAgent(hits: readonly AgentView[], expected: ExpectedAgent, label: string): void {
    const [agent] = hits
    if (!agent || hits.length > 1) this.faults.push(`${label}: ${hits.length} nodes, should be one`)
    if (!agent) return
    this.judgeLink(agent, expected, label)
    this.judgeStatus(agent, expected, label)
    this.judgeUsage(agent, expected, label)
    for (const field of AGENT_FIELDS) this.judgeField(agent, expected, field, label)
    if (expected.callAny && agent.call) {
      if (this.pairedCalls.has(agent.call)) this.faults.push(`${label}: call ${agent.call} is paired twice`)
      this.pairedCalls.add(agent.call)
    }
  }

  /** A fork's copied history may be drawn: with the call alone, as the child lies with the original. */
  private explainCopies(expected: ExpectedAgent): void {
    const required = new Set(this.truth.agents.filter((other) => !other.optional).map((other) => other.id))
    for (const agent of this.all) {
      if (agent.call === expected.call && !(agent.id && required.has(agent.id))) this.explained.add(agent)
    }
  }

  private judgeHidden(hits: readonly AgentView[], hidden: string, label: string): void {
    for (const agent of hits) {
      if (agent.hidden !== hidden && !this.loose.has(agent))
        this.faults.push(`${label}: hidden is ${show(agent.hidden)}, should be ${hidden}`)
    }
  }

  private judgeStray(hits: readonly AgentView[], label: string): void {
    for (const agent of hits) {
      if (agent.call || !(this.loose.has(agent) || agent.hidden))
        this.faults.push(`${label}: must neither be counted nor tied to a call`)
    }
  }

  private judgeLink(agent: AgentView, expected: ExpectedAgent, label: string): void {
    if (!('parentId' in expected) || expected.depth === 0) return
    const parentId = agent.parent === null ? null : (this.byKey.get(agent.parent)?.id ?? null)
    if (this.loose.has(agent)) this.faults.push(`${label}: parent is not known, should be ${expected.parentId}`)
    else if (parentId !== expected.parentId) this.faults.push(`${label}: parent is ${parentId}, should be ${expected.parentId}`)
  }

  private judgeStatus(agent: AgentView, expected: ExpectedAgent, label: string): void {
    const statuses = expected.status === undefined ? expected.statusAny : [expected.status]
    if (!statuses) return
    const phases = expected.phase === undefined ? expected.phaseAny : [expected.phase]
    if (statuses.includes(agent.status) && (phases?.includes(agent.phase) ?? true)) return
    this.faults.push(`${label}: ${agent.status}/${agent.phase}, should be ${statuses.join('|')}/${phases?.join('|') ?? '*'}`)
  }

  private judgeUsage(agent: AgentView, expected: ExpectedAgent, label: string): void {
    for (const [name, value] of Object.entries(expected.usage ?? {})) {
      // The truth's usage has the fields of Usage and `<field>Any`, nothing else.
      const field = name.replace(/Any$/, '') as keyof AgentView['usage']['own']
      const found = agent.usage.own[field]
      const isRight = Array.isArray(value) ? value.includes(found) : value === found
      if (!isRight) this.faults.push(`${label}: own ${field} is ${found}, should be ${show(value)}`)
    }
  }

  private judgeField(agent: AgentView, expected: ExpectedAgent, field: (typeof AGENT_FIELDS)[number], label: string): void {
    const any = expected[`${field}Any`]
    const allowed = field in expected ? [expected[field]] : Array.isArray(any) ? any : null
    if (!allowed || allowed.some((value) => isSame(agent[field], value))) return
    this.faults.push(`${label}: ${field} is ${show(agent[field])}, should be ${allowed.map(show).join(' or ')}`)
  }

  private judgeRun(): void {
    const { truth, tree } = this
    if (truth.live !== undefined && tree.live !== truth.live) this.faults.push(`live is ${tree.live}`)
    for (const field of RUN_FIELDS) {
      if (truth[field] != null && tree[field] !== truth[field]) {
        this.faults.push(`${field} is ${show(tree[field])}, should be ${show(truth[field])}`)
      }
    }
    if (truth.totals && tree.totals.agents !== truth.totals.agents) {
      this.faults.push(`totals.agents is ${tree.totals.agents}, should be ${truth.totals.agents}`)
    }
  }
}

/** Everything in which a tree differs from the truth of its recording; empty when it agrees. */
export function compareTree(truth: ExpectedRun, tree: TreeView): string[] {
  return new Comparison(truth, tree).run()
}
