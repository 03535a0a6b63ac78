import { AgentKey, ProviderId, RunUri } from '../shared/ids'
import { addUsage, noUsage } from '../shared/totalTokens'
import type { AgentView, Phase, Status, TranscriptItem, TreeView, Usage } from '../shared/views'

export const sampleNow = Date.parse('2026-11-18T14:03:46.000Z')
export const sampleMain = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'

const statusOf: Readonly<Record<Phase, Status>> = {
  starting: 'pendingInit',
  running: 'running',
  waiting: 'running',
  completed: 'completed',
  failed: 'errored',
  interrupted: 'shutdown',
  stopped: 'shutdown',
  orphaned: 'shutdown',
  unknown: 'notFound',
}

/** Said shortly: what differs from an ordinary completed agent. Children hang below. */
export interface AgentSketch extends Partial<Omit<AgentView, 'key' | 'parent' | 'depth' | 'usage' | 'cost'>> {
  readonly tokens?: number
  readonly usd?: number | null
  readonly secondsAgo?: number
  readonly seconds?: number
  readonly children?: readonly AgentSketch[]
}

/** A whole, lawful TreeView (CONTRACT §4) from a sketch. Keys are `k0`, `k1`, … in reading order. */
export function sketchTree(root: AgentSketch, over: Partial<TreeView> = {}): TreeView {
  const agents: AgentView[] = []
  let serial = 0
  const add = (sketch: AgentSketch, parent: AgentView | null, number: number): AgentView => {
    const agent = sketchAgent(sketch, parent, number, serial++)
    agents.push(agent)
    let visible = 0
    let total = agent.usage.own
    let usd = agent.cost.own
    for (const child of sketch.children ?? []) {
      const placed = add(child, agent, child.hidden ? 0 : ++visible)
      total = addUsage(total, placed.usage.total)
      usd = usd === null || placed.cost.total === null ? null : usd + placed.cost.total
    }
    agent.usage.total = total
    agent.cost.total = usd
    return agent
  }
  const top = add(root, null, 1)
  const counted = agents.filter((agent) => agent !== top && agent.hidden === null)
  const byType: Record<string, number> = {}
  for (const { type } of counted) if (type !== null) byType[type] = (byType[type] ?? 0) + 1
  const inPhase = (...phases: Phase[]) => counted.filter((agent) => phases.includes(agent.phase)).length
  const uri = RunUri.parse(`claude://${sampleMain}`)
  return {
    schema: 1,
    uri,
    provider: ProviderId.parse('claude'),
    id: sampleMain,
    title: 'Fix the login flow and its tests',
    cwd: '/home/dev/acme',
    project: '/home/dev/acme',
    version: '2.1.327',
    started: top.started,
    updated: '2026-11-18T14:03:45.000Z',
    ended: null,
    live: true,
    forkedFrom: null,
    root: top.key,
    agents,
    unplaced: [],
    totals: {
      agents: counted.length,
      running: inPhase('starting', 'running'),
      waiting: inPhase('waiting'),
      failed: inPhase('failed'),
      byType,
    },
    usage: top.usage.total,
    cost: { usd: top.cost.total, complete: true, source: 'estimated' },
    problems: [],
    ...over,
  }
}

function sketchAgent(sketch: AgentSketch, parent: AgentView | null, number: number, serial: number): AgentView {
  const { tokens = 1200, usd = 0.01, secondsAgo = 252, seconds = 34, children: _children, ...given } = sketch
  const phase = given.phase ?? 'completed'
  const active = phase === 'starting' || phase === 'running' || phase === 'waiting'
  const id = given.id === undefined ? (parent === null ? sampleMain : `a${serial.toString(16).padStart(16, '0')}`) : given.id
  const call = parent === null ? null : `toolu_${String(serial).padStart(4, '0')}`
  const started = new Date(sampleNow - secondsAgo * 1000)
  const ended = active ? null : new Date(started.getTime() + seconds * 1000).toISOString()
  const own: Usage = { ...noUsage, input: tokens, requests: tokens > 0 ? 1 : 0 }
  return {
    key: AgentKey.parse(`k${serial}`),
    id,
    uri: id === null ? null : parent === null ? `claude://${sampleMain}` : `claude://${sampleMain}/${id}`,
    parent: parent?.key ?? null,
    number,
    depth: parent === null ? 0 : parent.depth + 1,
    call,
    callName: parent === null ? null : 'Agent',
    calls: call === null ? [] : [call],
    type: parent === null ? null : 'general-purpose',
    name: null,
    description: null,
    prompt: null,
    model: 'claude-opus-5-5',
    background: false,
    hidden: null,
    status: statusOf[phase],
    status_source: 'child_rollout',
    phase,
    waitingFor: null,
    activity: null,
    error: null,
    link: { evidence: parent === null ? 'none' : 'explicit', ambiguous: false, note: 'meta.toolUseId' },
    started: started.toISOString(),
    updated: ended ?? new Date(sampleNow - 1000).toISOString(),
    ended,
    durationMs: ended === null ? null : seconds * 1000,
    tools: 4,
    messages: 9,
    errors: 0,
    usage: { own, total: own },
    cost: { own: usd, total: usd },
    context: { tokens: 40_000, limit: 200_000 },
    source: id === null ? null : { path: sourcePath(parent === null ? null : id), sessionId: sampleMain },
    ...given,
  }
}

function sourcePath(agent: string | null): string {
  const folder = `projects/-home-dev-acme/${sampleMain}`
  return agent === null ? `${folder}.jsonl` : `${folder}/subagents/agent-${agent}.jsonl`
}

export function sampleItem(n: number, over: Partial<TranscriptItem>): TranscriptItem {
  const at = new Date(Date.parse('2026-11-18T14:00:00.000Z') + n * 1000).toISOString()
  const source = { path: 'projects/x.jsonl', offset: n }
  return { n, at, kind: 'text', role: 'assistant', text: '', model: null, messageId: null, tool: null, source, ...over }
}
