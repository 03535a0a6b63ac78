import type { AgentSays, PromptKey } from '../event'
import type { CallFact } from './facts'

/** A shorter prompt says too little to choose between two candidates. */
const TELLING_LENGTH = 8
/** Clocks of records of one instant differ by this much (facts §6). */
const SKEW_MS = 2000

export interface Orphan {
  readonly id: string
  readonly prompt: PromptKey
  readonly at: number
  readonly says: AgentSays | undefined
}

export interface PromptMatch {
  readonly agent: string
  readonly call: string
  /** More than one pairing was possible: a guess until proof arrives. */
  readonly ambiguous: boolean
}

/** Pairs calls without a child and children without a call whose prompts are equal, one to one, oldest with oldest. */
export function matchPrompts(calls: readonly CallFact[], orphans: readonly Orphan[], windowMs: number): PromptMatch[] {
  const groups = new Map<string, { calls: CallFact[]; orphans: Orphan[] }>()
  for (const call of calls) {
    const prompt = call.says.prompt
    if (prompt && prompt.length > 0) groupOf(groups, prompt).calls.push(call)
  }
  for (const orphan of orphans) if (orphan.prompt.length > 0) groupOf(groups, orphan.prompt).orphans.push(orphan)
  const matches: PromptMatch[] = []
  for (const group of groups.values()) if (group.calls.length && group.orphans.length) matchGroup(group, windowMs, matches)
  return matches
}

function groupOf(groups: Map<string, { calls: CallFact[]; orphans: Orphan[] }>, prompt: PromptKey) {
  const key = `${prompt.length}:${prompt.hash}`
  let group = groups.get(key)
  if (!group) {
    group = { calls: [], orphans: [] }
    groups.set(key, group)
  }
  return group
}

function matchGroup(group: { calls: CallFact[]; orphans: Orphan[] }, windowMs: number, matches: PromptMatch[]): void {
  const ambiguous = group.calls.length > 1 || group.orphans.length > 1
  if (ambiguous && (group.orphans[0]?.prompt.length ?? 0) < TELLING_LENGTH) return
  const calls = [...group.calls].sort((a, b) => order(a.at, b.at) || a.order - b.order || order(a.call, b.call))
  const orphans = [...group.orphans].sort((a, b) => order(a.at, b.at) || order(a.id, b.id))
  const used = new Set<string>()
  for (const orphan of orphans) {
    const call = calls.find((c) => !used.has(c.call) && fits(c, orphan, windowMs))
    if (!call) continue
    used.add(call.call)
    matches.push({ agent: orphan.id, call: call.call, ambiguous })
  }
}

function fits(call: CallFact, orphan: Orphan, windowMs: number): boolean {
  if (call.thread === orphan.id) return false
  if (orphan.at < call.at - SKEW_MS || orphan.at - call.at > windowMs) return false
  const { says } = orphan
  if (says?.description !== undefined && call.says.description !== null && says.description !== call.says.description)
    return false
  if (says?.type !== undefined && call.says.type !== null && says.type !== call.says.type && says.type !== call.says.agentName)
    return false
  return true
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
