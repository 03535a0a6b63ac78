import { isBlank } from '../../../shared/isBlank'
import type { AgentEvent, CallSays } from '../../event'
import { cutText, promptKey } from '../../promptKey'
import { asId, asObject, asText, textOf } from '../../readJson'
import { launchBy } from '../launchOf'
import { decodeNotice } from './decodeNotice'
import { decodeResult, type ResultRecord, readCall } from './decodeResult'
import type { Gist, GistBlock } from './gist'
import {
  DENIED_BY_PERSON,
  FORK_START,
  INJECTED_STARTS,
  INTERRUPTED_TEXT,
  KNOWN_TYPES,
  PROMPT_TITLE_RANK,
  SHELL_TOOL,
  SYNTHETIC_MODEL,
  TITLE_RECORDS,
  UNFINISHED_REASONS,
} from './names'
import { openThreads } from './openThreads'
import { copiedItems, promotedFrom } from './promotedFrom'

export interface TranscriptDecoder {
  decode(gist: Gist): readonly AgentEvent[]
  /** Record types nobody has seen yet, with their number. */
  readonly unknownTypes: ReadonlyMap<string, number>
}

interface State {
  readonly run: string
  /** The agent whose file this is; null: the run's own transcript. */
  readonly agent: string | null
  readonly threadOf: (gist: Gist) => string
  readonly spawns: Set<string>
  /** Calls of tools not known to spawn: only an answer that names an agent makes one of them a spawn. */
  readonly maybe: Map<string, { readonly says: CallSays; readonly at: number }>
  /** Records that began a turn: a copied tail repeats them. */
  readonly prompts: Set<string>
  readonly unknownTypes: Map<string, number>
  /** Inside the copied history at the head of a fork's file. */
  inherited: boolean
  /** It begins with copies of an agent's records: the run was made of that agent. */
  promoted: boolean
  titled: boolean
  rooted: boolean
  /** Latest time of the records so far, until the conversation's first. */
  bornAt: number
  version: string | null
  branch: string | null
}

/** One decoder per file: it may remember earlier records of that file, and nothing else. */
export function openTranscript(run: string, agent: string | null): TranscriptDecoder {
  const state: State = {
    run,
    agent,
    threadOf: openThreads(run, agent),
    spawns: new Set(),
    maybe: new Map(),
    prompts: new Set(),
    unknownTypes: new Map(),
    inherited: false,
    promoted: false,
    titled: false,
    rooted: false,
    bornAt: Number.NaN,
    version: null,
    branch: null,
  }
  return { decode: (gist) => decodeRecord(state, gist), unknownTypes: state.unknownTypes }
}

function decodeRecord(state: State, gist: Gist): AgentEvent[] {
  const events: AgentEvent[] = []
  if (!state.rooted && !(state.bornAt >= gist.at) && !Number.isNaN(gist.at)) state.bornAt = gist.at
  const origin = state.agent === null ? promotedFrom(gist) : null
  if (origin !== null) {
    takeCopy(state, gist, origin, events)
    return events
  }
  switch (gist.type) {
    case 'user':
      describe(state, gist, events)
      decodeUser(state, gist, state.threadOf(gist), events)
      return events
    case 'assistant':
      describe(state, gist, events)
      if (!state.inherited) decodeAssistant(state, gist, state.threadOf(gist), events)
      return events
    case 'queue-operation':
      decodeQueue(gist, events)
      return events
    case 'progress':
      decodeProgress(gist, events)
      return events
    case 'fork-context-ref':
      state.inherited = true
      return events
    case 'system':
      return events
    default:
      decodeOther(state, gist, events)
      return events
  }
}

/** What was copied is the agent's work, paid for there: here it says where the run comes from, which then waits for a prompt. */
function takeCopy(state: State, gist: Gist, from: string, events: AgentEvent[]): void {
  describe(state, gist, events)
  if (!state.promoted) events.push({ kind: 'run_forked', from })
  state.promoted = true
  events.push(...copiedItems(gist, state.run))
  events.push({ kind: 'turn_ended', thread: state.run, how: 'completed', sure: true, message: null, at: gist.at })
}

function describe(state: State, gist: Gist, events: AgentEvent[]): void {
  if (state.rooted && gist.version === state.version && (gist.branch === state.branch || gist.branch === null)) return
  if (!state.rooted && state.agent === null && !gist.isSidechain) {
    if (gist.uuid !== null) events.push({ kind: 'run_rooted', record: gist.uuid, session: gist.sessionId, bornAt: state.bornAt })
    state.rooted = true
  }
  state.version = gist.version
  state.branch = gist.branch ?? state.branch
  events.push({ kind: 'run_described', cwd: gist.cwd, version: gist.version, branch: gist.branch })
}

function decodeUser(state: State, gist: Gist, thread: string, events: AgentEvent[]): void {
  const { at, whole } = gist
  const content = asObject(whole?.['message'])?.['content']
  const text = whole === null ? '' : textOf(content)
  if (state.inherited) {
    if (!text.includes(FORK_START)) return
    state.inherited = false
    events.push({ kind: 'turn_started', thread, prompt: null, at })
    return
  }
  const results = gist.blocks.reduce((sum, block) => sum + (block.kind === 'tool_result' ? 1 : 0), 0)
  for (const block of gist.blocks) {
    if (block.kind !== 'tool_result') continue
    events.push({ kind: 'tool_answered', thread, call: block.callId, isError: block.isError, at })
    answerCall(state, block, { whole, at, isAlone: results === 1, thread }, events)
  }
  const denial = asText(whole?.['toolDenialKind'])
  if (denial !== null && DENIED_BY_PERSON.has(denial)) {
    events.push({ kind: 'turn_ended', thread, how: 'interrupted', sure: true, message: null, at })
  }
  if (results > 0 && text === '') return
  if (gist.uuid !== null && state.prompts.has(gist.uuid)) return
  if (gist.uuid !== null) state.prompts.add(gist.uuid)
  decodeText(state, gist, thread, text, events)
}

function answerCall(
  state: State,
  { callId: call, isError }: Extract<GistBlock, { kind: 'tool_result' }>,
  record: Pick<ResultRecord, 'whole' | 'at' | 'isAlone' | 'thread'>,
  events: AgentEvent[],
): void {
  const answers = decodeResult({ ...record, call, isError, isSpawn: state.spawns.has(call) })
  const maybe = state.maybe.get(call)
  state.maybe.delete(call)
  if (maybe && answers.some((event) => event.kind === 'call_answered')) {
    events.push({ kind: 'agent_called', thread: record.thread, call, says: maybe.says, at: maybe.at })
  }
  events.push(...answers)
}

function decodeText(state: State, gist: Gist, thread: string, text: string, events: AgentEvent[]): void {
  const { at, whole } = gist
  if (text.startsWith(INTERRUPTED_TEXT)) {
    events.push({ kind: 'turn_ended', thread, how: 'interrupted', sure: true, message: null, at })
    return
  }
  if (whole?.['isCompactSummary'] === true) {
    events.push({ kind: 'item_added', thread, label: null, at })
    return
  }
  const notice = decodeNotice(text, at)
  if (notice) events.push(notice)
  if (notice || isInjected(state, whole, text)) {
    // The harness wakes the agent: its turn goes on, but nobody has asked anything.
    events.push({ kind: 'turn_reopened', thread, at })
    return
  }
  events.push({ kind: 'turn_started', thread, prompt: text === '' ? null : promptKey(text), at })
  if (state.titled || thread !== state.run || isBlank(text)) return
  state.titled = true
  events.push({ kind: 'run_titled', title: cutText(text.trim().split('\n', 1)[0] ?? '', 200), rank: PROMPT_TITLE_RANK })
}

function isInjected(state: State, whole: Gist['whole'], text: string): boolean {
  if (whole?.['isMeta'] === true) return true
  const origin = asText(asObject(whole?.['origin'])?.['kind'])
  if (origin !== null && origin !== 'human') return true
  // A teammate's file begins with its task in such a frame; in the lead's file the same frame is mail.
  if (state.agent === null && text.startsWith('<teammate-message')) return true
  return INJECTED_STARTS.some((start) => text.startsWith(start))
}

function decodeAssistant(state: State, gist: Gist, thread: string, events: AgentEvent[]): void {
  const { at } = gist
  if (gist.isApiError) {
    const text = textOf(asObject(gist.whole?.['message'])?.['content'])
    events.push({ kind: 'turn_ended', thread, how: 'failed', sure: true, message: cutText(text, 300), at })
    return
  }
  countResponse(gist, thread, events)
  const content = asObject(gist.whole?.['message'])?.['content']
  let tools = 0
  gist.blocks.forEach((block, i) => {
    if (block.kind === 'tool_use') {
      tools++
      callTool(state, gist, thread, block, Array.isArray(content) ? content[i] : null, events)
    } else {
      events.push({ kind: 'item_added', thread, label: block.kind === 'text' && block.hint !== '' ? block.hint : null, at })
    }
  })
  if (tools > 0 || (gist.stopReason !== null && UNFINISHED_REASONS.has(gist.stopReason))) return
  const isText = gist.blocks.some((block) => block.kind === 'text')
  if (gist.stopReason !== null || isText) {
    events.push({ kind: 'turn_ended', thread, how: 'completed', sure: gist.stopReason !== null, message: null, at })
  }
}

function countResponse(gist: Gist, thread: string, events: AgentEvent[]): void {
  const { usage, messageId, model, at } = gist
  if (!usage || messageId === null || model === SYNTHETIC_MODEL) return
  const response = gist.requestId === null ? messageId : `${messageId}|${gist.requestId}`
  events.push({
    kind: 'usage_counted',
    thread,
    response,
    record: gist.uuid ?? response,
    model,
    tokens: { ...usage, reasoning: 0 },
    at,
  })
}

function callTool(
  state: State,
  gist: Gist,
  thread: string,
  block: Extract<GistBlock, { kind: 'tool_use' }>,
  raw: unknown,
  events: AgentEvent[],
): void {
  const { at } = gist
  const label = block.hint === '' ? block.name : `${block.name}: ${block.hint}`
  const called = { kind: 'tool_called', thread, call: block.id, label, at } as const
  events.push(called)
  const command = asText(asObject(asObject(raw)?.['input'])?.['command'])
  const launched = block.name === SHELL_TOOL ? launchBy(called, command ?? block.hint) : null
  if (launched) events.push(launched)
  if (gist.whole === null || block.id === '') return
  const says = readCall(block.name, asObject(asObject(raw)?.['input']))
  if (!says.sure && says.prompt === null) {
    state.maybe.set(block.id, { says, at })
    return
  }
  state.spawns.add(block.id)
  events.push({ kind: 'agent_called', thread, call: block.id, says, at })
}

/** Notifications wait in a queue until the model is idle: the queue knows first. */
function decodeQueue(gist: Gist, events: AgentEvent[]): void {
  if (gist.whole?.['operation'] !== 'enqueue') return
  const notice = decodeNotice(asText(gist.whole['content']) ?? '', gist.at)
  if (notice) events.push(notice)
}

/** Interactive releases 2.1.20 … 2.1.74 copy a foreground agent's messages into the parent: the copy names call and agent. */
function decodeProgress(gist: Gist, events: AgentEvent[]): void {
  const data = asObject(gist.whole?.['data'])
  const call = asId(gist.whole?.['parentToolUseID'])
  const agent = asId(data?.['agentId'])
  if (data?.['type'] !== 'agent_progress' || call === null || agent === null) return
  events.push({
    kind: 'agent_linked',
    agent,
    call,
    evidence: 'stream',
    continues: false,
    note: 'agent_progress.parentToolUseID',
    at: gist.at,
  })
}

function decodeOther(state: State, gist: Gist, events: AgentEvent[]): void {
  const title = Object.hasOwn(TITLE_RECORDS, gist.type) ? TITLE_RECORDS[gist.type] : undefined
  const text = title ? asText(gist.whole?.[title.field]) : null
  if (title && text !== null && state.agent === null)
    events.push({ kind: 'run_titled', title: cutText(text.trim(), 200), rank: title.rank })
  if (!KNOWN_TYPES.has(gist.type)) state.unknownTypes.set(gist.type, (state.unknownTypes.get(gist.type) ?? 0) + 1)
}
