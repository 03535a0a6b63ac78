import type { AgentSays } from '../event'
import { largerTokens } from './addUsage'
import type { AnswerFact, CallFact, EndingFact, LinkFact, ResponseFact, SourceFacts, ThreadFacts } from './facts'
import { largerCost } from './spent'

/** One thread with all its sources: normally one, two when a session was copied or moved between folders. */
export interface MergedThread {
  readonly id: string
  readonly parts: readonly { readonly source: string; readonly facts: ThreadFacts }[]
  readonly startedAt: number
  /** Moves with every append; everything else changes only when the run is merged anew. */
  updatedAt: number
}

/** All sources of one run as one set of facts. The order in which sources arrived leaves no trace. */
export interface MergedFacts {
  readonly threads: Map<string, MergedThread>
  readonly calls: Map<string, CallFact>
  readonly answers: Map<string, AnswerFact>
  readonly links: LinkFact[]
  /** By agent: calls that did something with it and started no work. */
  readonly attended: Map<string, Set<string>>
  readonly says: Map<string, AgentSays>
  readonly endings: Map<string, EndingFact[]>
  readonly groups: Map<string, { readonly thread: string; readonly call: string }>
}

export function mergeSources(sources: ReadonlyMap<string, SourceFacts>, mainThread: string): MergedFacts {
  const merged: MergedFacts = {
    threads: new Map(),
    calls: new Map(),
    answers: new Map(),
    links: [],
    attended: new Map(),
    says: new Map(),
    endings: new Map(),
    groups: new Map(),
  }
  const parts = new Map<string, { source: string; facts: ThreadFacts }[]>()
  for (const source of [...sources.keys()].sort()) {
    const facts = sources.get(source)
    if (facts) addSource(merged, parts, source, facts, mainThread)
  }
  for (const [id, list] of parts) merged.threads.set(id, mergeThread(id, list))
  return merged
}

function addSource(
  merged: MergedFacts,
  parts: Map<string, { source: string; facts: ThreadFacts }[]>,
  source: string,
  facts: SourceFacts,
  mainThread: string,
): void {
  for (const [id, thread] of facts.threads) {
    const list = parts.get(id)
    if (list) list.push({ source, facts: thread })
    else parts.set(id, [{ source, facts: thread }])
  }
  for (const call of facts.calls.values()) {
    const known = merged.calls.get(call.call)
    // A copied history repeats the call under another thread: the main thread's word, then the earlier one, is the original.
    if (!known || (known.thread !== mainThread && (call.thread === mainThread || call.at < known.at)))
      merged.calls.set(call.call, call)
  }
  for (const answer of facts.answers.values()) {
    const known = merged.answers.get(answer.call)
    if (!known || answer.at < known.at) merged.answers.set(answer.call, answer)
  }
  for (const link of facts.links.values()) merged.links.push(link)
  for (const [agent, calls] of facts.attended)
    merged.attended.set(agent, new Set([...(merged.attended.get(agent) ?? []), ...calls]))
  for (const [agent, says] of facts.says) merged.says.set(agent, { ...merged.says.get(agent), ...says })
  for (const [agent, ending] of facts.endings) {
    const list = merged.endings.get(agent)
    if (list) list.push(ending)
    else merged.endings.set(agent, [ending])
  }
  for (const [group, owner] of facts.groups) merged.groups.set(group, owner)
}

function mergeThread(id: string, parts: { source: string; facts: ThreadFacts }[]): MergedThread {
  let startedAt = Number.NaN
  let updatedAt = Number.NaN
  for (const { facts } of parts) {
    if (!(startedAt <= facts.startedAt)) startedAt = Number.isNaN(facts.startedAt) ? startedAt : facts.startedAt
    if (!(updatedAt >= facts.updatedAt)) updatedAt = Number.isNaN(facts.updatedAt) ? updatedAt : facts.updatedAt
  }
  return { id, parts, startedAt, updatedAt }
}

/** The part that was written last: its turn, label and model are the thread's. */
export function latestPart(thread: MergedThread): ThreadFacts {
  let latest = thread.parts[0]?.facts
  for (const { facts } of thread.parts) if (!latest || facts.updatedAt > latest.updatedAt) latest = facts
  if (!latest) throw new Error('a merged thread has at least one part')
  return latest
}

/** Every response of the thread once: a copy that stopped earlier may hold only the first lines of one. */
export function responsesOf(thread: MergedThread): ReadonlyMap<string, ResponseFact> {
  const [first] = thread.parts
  if (first && thread.parts.length === 1) return first.facts.responses
  const merged = new Map<string, ResponseFact>()
  for (const { facts } of thread.parts) {
    for (const [id, response] of facts.responses) {
      const known = merged.get(id)
      merged.set(id, known ? largerResponse(known, response) : response)
    }
  }
  return merged
}

function largerResponse(known: ResponseFact, other: ResponseFact): ResponseFact {
  return { ...known, tokens: largerTokens(known.tokens, other.tokens), cost: largerCost(known.cost, other.cost) }
}

/** Sum over what the thread's parts count. A copy begins when its original does: of such parts the one that counts most tells all. */
export function countOver(thread: MergedThread, value: (part: ThreadFacts) => number): number {
  const counts = new Map<number, number>()
  for (const { facts } of thread.parts) counts.set(facts.startedAt, Math.max(counts.get(facts.startedAt) ?? 0, value(facts)))
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}
