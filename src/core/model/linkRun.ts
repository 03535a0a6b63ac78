import type { Evidence } from '../../shared/views'
import type { AgentSays } from '../event'
import { byAgent, type Corrections } from './corrections'
import { addManualEvidence, correctLinks, unlinkedAgents } from './correctLinks'
import type { CallFact } from './facts'
import { callNode, type EvidenceFact, type Node, rootNode } from './linkNode'
import { matchPrompts, type Orphan } from './matchPrompts'
import type { MergedFacts } from './mergeSources'

export interface LinkOptions {
  readonly promptWindowMs: number
  /** First prompts of helper agents that are not work. */
  readonly warmupPrompts: ReadonlySet<string>
}

/** Who belongs to which call: a person's word, then evidence in order of strength, each call with one child at most. */
export function linkRun(facts: MergedFacts, mainThread: string, options: LinkOptions, said: Corrections): Node[] {
  const corrections = byAgent(said)
  const evidence = collectEvidence(facts, mainThread)
  const isKnown = (id: string): boolean => facts.threads.has(id) || facts.says.has(id) || evidence.has(id)
  addManualEvidence(evidence, corrections, (id) => id !== mainThread && isKnown(id))
  const unlinked = unlinkedAgents(corrections)
  const owner = claimCalls(facts, evidence, unlinked)
  addPromptMatches(facts, mainThread, options, evidence, owner, unlinked)
  const continuing = continuations(facts)
  const continuationCalls = new Set([...continuing.values()].flatMap((list) => list.map((c) => c.call)))
  const ids = new Set<string>([...facts.threads.keys(), ...facts.says.keys(), ...owner.values()])
  ids.delete(mainThread)
  const nodes: Node[] = [rootNode(facts, mainThread)]
  for (const id of ids) {
    const node = agentNode(facts, mainThread, id, evidence.get(id) ?? [], owner, continuing.get(id) ?? [], options)
    if (node) nodes.push(node)
  }
  for (const call of facts.calls.values()) {
    if (!call.says.sure || owner.has(call.call) || continuationCalls.has(call.call)) continue
    nodes.push(callNode(facts, call))
  }
  return separateKeys(correctLinks(nodes, corrections))
}

/** Ids of runs, agents and calls are spaces of their own; where a file makes two of them meet, the later node gives way. */
function separateKeys(nodes: Node[]): Node[] {
  const taken = new Set<string>()
  return nodes.map((node) => {
    let { key } = node
    while (taken.has(key)) key = `${key}~`
    taken.add(key)
    return key === node.key ? node : { ...node, key }
  })
}

function collectEvidence(facts: MergedFacts, mainThread: string): Map<string, EvidenceFact[]> {
  const evidence = new Map<string, EvidenceFact[]>()
  const add = (agent: string, fact: EvidenceFact): void => {
    if (agent === mainThread) return
    const list = evidence.get(agent)
    if (list) list.push(fact)
    else evidence.set(agent, [fact])
  }
  for (const [agent, says] of facts.says) {
    if (says.call !== undefined) add(agent, { kind: 'explicit', note: 'meta.toolUseId', call: says.call, at: Number.NaN })
  }
  for (const answer of facts.answers.values()) {
    const call = facts.calls.get(answer.call)
    if (answer.agent === null || (call && call.says.continues !== null)) continue
    add(answer.agent, { kind: 'explicit', note: 'toolUseResult.agentId', call: answer.call, at: answer.at, from: answer })
  }
  for (const link of facts.links) {
    if (!link.continues) add(link.agent, { kind: link.evidence, note: link.note, call: link.call, at: link.at, from: link })
  }
  return evidence
}

const STRENGTH: Readonly<Record<Evidence, number>> = {
  manual: 0,
  explicit: 1,
  stream: 2,
  structural: 3,
  'prompt-match': 4,
  'single-active': 5,
  none: 6,
}

/** call → agent. Stronger evidence first, then the smaller id, so that the result does not depend on arrival. */
function claimCalls(
  facts: MergedFacts,
  evidence: ReadonlyMap<string, EvidenceFact[]>,
  unlinked: ReadonlySet<string>,
): Map<string, string> {
  const claims: { call: string; agent: string; strength: number; isSpawn: boolean }[] = []
  for (const [agent, list] of evidence) {
    list.sort((a, b) => STRENGTH[a.kind] - STRENGTH[b.kind] || compare(a.note, b.note) || compare(a.call ?? '', b.call ?? ''))
    for (const fact of list)
      if (fact.call !== null)
        claims.push({ call: fact.call, agent, strength: STRENGTH[fact.kind], isSpawn: isSpawn(facts, fact.call) })
  }
  claims.sort(
    (a, b) =>
      a.strength - b.strength || Number(b.isSpawn) - Number(a.isSpawn) || compare(a.agent, b.agent) || compare(a.call, b.call),
  )
  const owner = new Map<string, string>()
  const served = new Set(unlinked)
  for (const claim of claims) {
    if (owner.has(claim.call) || served.has(claim.agent)) continue
    owner.set(claim.call, claim.agent)
    served.add(claim.agent)
  }
  return owner
}

/** Tools that report on an agent name it in their answers too; the call that started it is the one of a spawning tool. */
function isSpawn(facts: MergedFacts, call: string): boolean {
  return facts.calls.get(call)?.says.sure ?? false
}

function addPromptMatches(
  facts: MergedFacts,
  mainThread: string,
  options: LinkOptions,
  evidence: Map<string, EvidenceFact[]>,
  owner: Map<string, string>,
  unlinked: ReadonlySet<string>,
): void {
  const taken = new Set([...owner.values(), ...unlinked])
  const calls: CallFact[] = []
  for (const call of facts.calls.values()) {
    const answer = facts.answers.get(call.call)
    // A refused call never got a child, and an answer that names an agent names the only one.
    if (owner.has(call.call) || call.says.continues !== null || answer?.answer === 'refused' || answer?.agent) continue
    calls.push(call)
  }
  const orphans: Orphan[] = []
  for (const thread of facts.threads.values()) {
    const prompt = thread.parts[0]?.facts.prompt
    if (thread.id === mainThread || taken.has(thread.id) || !prompt || facts.says.get(thread.id)?.group !== undefined) continue
    orphans.push({ id: thread.id, prompt, at: thread.startedAt, says: facts.says.get(thread.id) })
  }
  for (const match of matchPrompts(calls, orphans, options.promptWindowMs)) {
    owner.set(match.call, match.agent)
    const note = match.ambiguous ? 'equal prompts, paired by time' : 'equal prompt'
    const list = evidence.get(match.agent) ?? []
    const from = facts.calls.get(match.call)
    const at = match.ambiguous ? Number.NaN : 0
    evidence.set(match.agent, [...list, { kind: 'prompt-match', note, call: match.call, at, ...(from ? { from } : {}) }])
  }
}

/** agent → calls that continued it. */
function continuations(facts: MergedFacts): Map<string, { call: string; at: number }[]> {
  const result = new Map<string, { call: string; at: number }[]>()
  const add = (agent: string, call: string, at: number): void => {
    const list = result.get(agent) ?? []
    if (!list.some((c) => c.call === call)) list.push({ call, at })
    result.set(agent, list)
  }
  for (const link of facts.links) if (link.continues) add(link.agent, link.call, link.at)
  for (const call of facts.calls.values()) {
    const agent = call.says.continues
    // An agent nobody has seen cannot be continued here: such a call stays a node of its own.
    if (agent !== null && (facts.threads.has(agent) || facts.says.has(agent))) add(agent, call.call, call.at)
  }
  return result
}

function agentNode(
  facts: MergedFacts,
  mainThread: string,
  id: string,
  evidence: readonly EvidenceFact[],
  owner: ReadonlyMap<string, string>,
  continuing: readonly { call: string; at: number }[],
  options: LinkOptions,
): Node | null {
  const thread = facts.threads.get(id) ?? null
  const says = facts.says.get(id)
  const winner = evidence.find((fact) => fact.call !== null && owner.get(fact.call) === id) ?? null
  const call = winner?.call ? (facts.calls.get(winner.call) ?? null) : null
  const answer = winner?.call ? (facts.answers.get(winner.call) ?? null) : null
  // A bare mention without a call, an answer, a file or a side file of its own is no agent.
  if (!thread && !says && !call && !answer) return null
  const placed = placeAgent(facts, mainThread, says, call?.thread ?? answer?.thread ?? null, winner)
  const calls = [...(winner?.call ? [winner.call] : []), ...[...continuing].sort((a, b) => a.at - b.at).map((c) => c.call)]
  const prompt = thread?.parts[0]?.facts.prompt?.preview.trim()
  const isWarmup = winner === null && placed.parent === null && prompt !== undefined && options.warmupPrompts.has(prompt)
  return {
    key: winner?.call ?? id,
    id,
    thread,
    call,
    answer,
    says,
    calls: [...new Set(calls)],
    attended: [...(facts.attended.get(id) ?? [])].filter((other) => !calls.includes(other)).sort(compare),
    parentThread: isWarmup ? mainThread : placed.parent,
    winner: winner ?? placed.extra[0] ?? null,
    evidence: [...(winner ? [winner] : []), ...placed.extra, ...evidence.filter((fact) => fact !== winner)],
    ambiguous: placed.ambiguous,
    hidden: isWarmup ? 'warmup' : (says?.hidden ?? null),
    correction: 'none',
    conflict: null,
  }
}

interface Placed {
  readonly parent: string | null
  readonly ambiguous: boolean
  readonly extra: readonly EvidenceFact[]
}

function placeAgent(
  facts: MergedFacts,
  mainThread: string,
  says: AgentSays | undefined,
  caller: string | null,
  winner: EvidenceFact | null,
): Placed {
  const none: readonly EvidenceFact[] = []
  if (caller !== null)
    return { parent: caller, ambiguous: winner?.kind === 'prompt-match' && Number.isNaN(winner.at), extra: none }
  if (says?.parent !== undefined && says.guess !== undefined) {
    const kind = says.isOnlyActive === true ? 'single-active' : 'structural'
    const extra: readonly EvidenceFact[] = winner ? none : [{ kind, note: says.guess, call: null, at: Number.NaN }]
    return { parent: says.parent, ambiguous: says.isProved !== true, extra }
  }
  if (says?.parent !== undefined) {
    const extra = winner
      ? none
      : [{ kind: 'explicit' as const, note: says.note ?? 'meta.parentAgentId', call: null, at: Number.NaN }]
    return { parent: says.parent, ambiguous: false, extra }
  }
  if (says?.group !== undefined) {
    const group = facts.groups.get(says.group)
    const note = group ? `workflow ${says.group}` : `workflow ${says.group}, its call not seen yet`
    return {
      parent: group?.thread ?? mainThread,
      ambiguous: !group,
      extra: [{ kind: 'structural', note, call: null, at: Number.NaN }],
    }
  }
  if (says?.depth === 1) {
    const extra = winner ? none : [{ kind: 'structural' as const, note: 'meta.spawnDepth 1', call: null, at: Number.NaN }]
    return { parent: mainThread, ambiguous: winner === null, extra }
  }
  // The side file names a call that no transcript holds yet: shown at once, under the root, as a guess.
  if (winner) return { parent: mainThread, ambiguous: true, extra: none }
  return { parent: null, ambiguous: false, extra: none }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
