import type { AgentEvent } from '../event'
import { wholeCount } from '../wholeCount'
import { largerTokens } from './addUsage'
import { type ProblemFact, type ResponseFact, type SourceFacts, type ThreadFacts, threadOf } from './facts'
import { addSpent, largerCost } from './spent'

/** More problems of one source than this are only counted: a log of garbage must not fill the memory. */
const KEPT_PROBLEMS = 50

/** What an event can change: `structure` moves nodes and links, `thread` only one agent's numbers and state. */
export type Effect = 'structure' | 'thread' | 'none'

/** The only function that changes a source's facts. Events of one source come in file order; sources come in any order. */
export function applyEvent(facts: SourceFacts, event: AgentEvent, line: number): Effect {
  if (!('thread' in event)) return applyKind(facts, event, line)
  const before = facts.threads.get(event.thread)
  const wasDated = before !== undefined && !Number.isNaN(before.startedAt)
  const effect = applyKind(facts, event, line)
  if (wasDated) return effect
  const after = facts.threads.get(event.thread)
  // A thread that says something for the first time is a node; its start decides its place and which call it can belong to.
  return after && (after !== before || !Number.isNaN(after.startedAt)) ? 'structure' : effect
}

function applyKind(facts: SourceFacts, event: AgentEvent, line: number): Effect {
  switch (event.kind) {
    case 'run_described':
      return describeRun(facts, event)
    case 'run_titled':
      facts.titles.set(event.rank, event.title)
      return 'structure'
    case 'run_rooted':
      return takeRoot(facts, event)
    case 'run_forked':
      facts.forkedFrom ??= event.from
      return 'structure'
    case 'agent_described':
      facts.says.set(event.agent, { ...facts.says.get(event.agent), ...event.says })
      return 'structure'
    case 'agent_called':
      return call(facts, event, line)
    case 'call_answered':
      return answer(facts, event, line)
    case 'agent_linked':
      return link(facts, event, line)
    case 'agent_attended':
      return attend(facts, event)
    case 'group_called':
      facts.groups.set(event.group, { thread: event.thread, call: event.call })
      return 'structure'
    case 'turn_started':
      return startTurn(facts, event)
    case 'turn_reopened': {
      const thread = touch(facts, event.thread, event.at)
      thread.turn = { kind: 'open' }
      if (event.endIsTold === true) {
        thread.tellsTurns = true
        thread.turnBeganAt = event.at
      }
      return 'thread'
    }
    case 'turn_ended': {
      const thread = touch(facts, event.thread, event.at)
      thread.turn = { kind: 'ended', how: event.how, sure: event.sure, message: event.message }
      if (event.how === 'failed') noteFailure(thread, event.of)
      return 'thread'
    }
    case 'item_added': {
      const thread = touch(facts, event.thread, event.at)
      if (event.label !== null) thread.label = thread.said = event.label
      return 'thread'
    }
    case 'tool_called':
      return callTool(facts, event)
    case 'tool_answered':
      return answerTool(facts, event)
    case 'session_launched':
      return launch(facts, event)
    case 'usage_counted':
      return countUsage(facts, event, line)
    case 'agent_ended':
      facts.endings.set(event.agent, { how: event.how, voice: event.voice, message: event.message ?? null, at: event.at })
      return 'structure'
    case 'problem':
      return addProblem(facts, { code: event.code, line, message: event.message })
    default:
      return event satisfies never
  }
}

type Of<K extends AgentEvent['kind']> = Extract<AgentEvent, { kind: K }>

function touch(facts: SourceFacts, id: string, at: number): ThreadFacts {
  const isNew = !facts.threads.has(id)
  const thread = threadOf(facts, id)
  if (isNew || Number.isNaN(thread.startedAt)) thread.startedAt = at
  // Records are not strictly in order of time: a late flush must not turn the clock back.
  if (!(thread.updatedAt >= at)) thread.updatedAt = Number.isNaN(at) ? thread.updatedAt : at
  if (Number.isNaN(facts.firstAt)) facts.firstAt = at
  return thread
}

function describeRun(facts: SourceFacts, event: Of<'run_described'>): Effect {
  const { cwd, version, branch } = facts
  facts.cwd ??= event.cwd
  facts.version = event.version ?? facts.version
  facts.branch = event.branch ?? facts.branch
  return cwd === facts.cwd && version === facts.version && branch === facts.branch ? 'none' : 'structure'
}

function takeRoot(facts: SourceFacts, { record, session, bornAt, isCopied, agent }: Of<'run_rooted'>): Effect {
  if (agent !== undefined) {
    facts.agentRoot ??= { record, agent }
    return 'none'
  }
  facts.root ??= { record, session, bornAt, isCopied: isCopied === true }
  return 'structure'
}

function call(facts: SourceFacts, event: Of<'agent_called'>, line: number): Effect {
  const { call: id, thread, says, at } = event
  const known = facts.calls.get(id)
  if (known) {
    // Said again, it may have begun earlier than was known; its place among the calls stays.
    if (!(at < known.at)) return 'none'
    facts.calls.set(id, { ...known, at })
    return 'structure'
  }
  // Times within a file are not strictly in order; its records are.
  if (at > facts.lastCallAt) facts.lastCallAt = at
  facts.calls.set(id, { call: id, thread, says, at, rankAt: facts.lastCallAt, order: facts.calls.size, line })
  return 'structure'
}

function answer(facts: SourceFacts, event: Of<'call_answered'>, line: number): Effect {
  // The first answer stands: a resumed session repeats old ones as "interrupted" (facts §9).
  if (facts.answers.has(event.call)) return 'none'
  const { call: id, thread, answer: how, agent, agentType, message, said, at } = event
  facts.answers.set(id, { call: id, thread, answer: how, agent, agentType, message, said, at, line })
  return 'structure'
}

function link(facts: SourceFacts, event: Of<'agent_linked'>, line: number): Effect {
  const key = `${event.continues ? 'continues' : 'starts'} ${event.evidence} ${event.call} ${event.agent}`
  if (facts.links.has(key)) return 'none'
  const { agent, call: id, evidence, continues, note, at } = event
  facts.links.set(key, { agent, call: id, evidence, continues, note, at, line })
  return 'structure'
}

function attend(facts: SourceFacts, { agent, call }: Of<'agent_attended'>): Effect {
  const calls = facts.attended.get(agent)
  if (calls?.has(call)) return 'none'
  if (calls) calls.add(call)
  else facts.attended.set(agent, new Set([call]))
  return 'structure'
}

function startTurn(facts: SourceFacts, event: Of<'turn_started'>): Effect {
  const isNew = !facts.threads.has(event.thread)
  const thread = touch(facts, event.thread, event.at)
  reopen(thread)
  thread.prompts++
  if (thread.prompt === null && event.prompt !== null) {
    thread.prompt = event.prompt
    return 'structure'
  }
  return isNew ? 'structure' : 'thread'
}

function callTool(facts: SourceFacts, event: Of<'tool_called'>): Effect {
  const thread = touch(facts, event.thread, event.at)
  thread.label = event.label
  if (thread.tools.has(event.call)) return 'thread'
  thread.tools.add(event.call)
  if (event.isWait !== true) thread.openTools.set(event.call, event.at)
  reopen(thread)
  return 'thread'
}

function launch(facts: SourceFacts, { kind: _, ...said }: Of<'session_launched'>): Effect {
  if (!facts.launches.has(said.call)) facts.launches.set(said.call, { ...said, endedAt: Number.NaN })
  return 'none'
}

/** What is written late, after a turn whose end was told, is no new work. */
function reopen(thread: ThreadFacts): void {
  if (!thread.tellsTurns) thread.turn = { kind: 'open' }
}

function answerTool(facts: SourceFacts, event: Of<'tool_answered'>): Effect {
  const thread = touch(facts, event.thread, event.at)
  const launched = facts.launches.get(event.call)
  if (launched && Number.isNaN(launched.endedAt)) launched.endedAt = event.at
  thread.openTools.delete(event.call)
  reopen(thread)
  if (event.isError) noteFailure(thread, event.call)
  return 'thread'
}

function noteFailure(thread: ThreadFacts, of: string | undefined): void {
  if (of !== undefined && thread.failures.has(of)) return
  if (of !== undefined) thread.failures.add(of)
  thread.errors++
}

function countUsage(facts: SourceFacts, event: Of<'usage_counted'>, line: number): Effect {
  const thread = touch(facts, event.thread, event.at)
  const known = thread.responses.get(event.response)
  const tokens = known ? largerTokens(known.tokens, event.tokens) : event.tokens
  const model = event.model ?? known?.model ?? null
  const cost = largerCost(known?.cost ?? null, event.cost ?? null)
  const { record, at, line: firstLine } = known ?? { record: event.record, at: event.at, line }
  const response: ResponseFact = { record, model, tokens, cost, at, line: firstLine }
  if (known) addSpent(thread.spent, known, -1)
  addSpent(thread.spent, response, 1)
  thread.responses.set(event.response, response)
  thread.model = event.model ?? thread.model
  thread.contextTokens = wholeCount(event.context ?? tokens.input + tokens.cacheRead + tokens.cacheWrite)
  thread.contextResponse = event.response
  thread.contextLimit = event.contextLimit ?? thread.contextLimit
  return 'thread'
}

function addProblem(facts: SourceFacts, problem: ProblemFact): Effect {
  facts.problemCount++
  if (facts.problems.length < KEPT_PROBLEMS) facts.problems.push(problem)
  return 'structure'
}
