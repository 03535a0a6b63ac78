import type { AgentEvent } from '../../event'
import { cutText, promptKey } from '../../promptKey'
import { asId, asObject, asText, type Json } from '../../readJson'
import { addMessage, type Conversation, isClosed, type MessageState, newConversation, partOf } from './conversation'
import { describeChild } from './describeChild'
import { isBefore } from './inOrder'
import { type Labels, openLabels } from './openLabels'
import { openTools, type Tools } from './openTools'
import { readMessage } from './readMessage'
import { type PartInfo, readPart } from './readPart'
import type { StoredRecord } from './readRecord'
import { readTime } from './readTime'
import { textLabel } from './toolLabel'
import { failureOf, isSameTurn, OPEN, type Turn, turnOf } from './turnOf'
import { usageOf } from './usageOf'

export interface SessionDecoder {
  take(record: StoredRecord): readonly AgentEvent[]
  /** Nobody is left to write more: what waited for more is told. */
  finish(): readonly AgentEvent[]
  readonly unknownTypes: ReadonlyMap<string, number>
}

interface State {
  readonly thread: string
  readonly isRoot: boolean
  readonly conversation: Conversation
  /** Parts whose message has not come yet, by message and id. */
  readonly early: Map<string, Map<string, Json>>
  readonly labels: Labels
  readonly tools: Tools
  readonly unknownTypes: Map<string, number>
  /** NaN: its own record has not come yet. */
  createdAt: number
  session: Json | null
  /** Who the first prompt was for; a later resume may rewrite the session's own word. */
  firstAgent: string | null
  lastUsage: MessageState | null
  isRooted: boolean
  /** How the turn stands by what was told. */
  turn: Turn
  /** What was told of the session itself, to say each thing once. */
  readonly told: Map<string, string>
}

/**
 * The same record comes again and again, each time as it is by then. Only what is new is told, so that the facts are those of a reading
 * of the last states alone; for that, times are those that the product wrote into its records, never the time of a change.
 */
export function openSession(thread: string, isRoot: boolean): SessionDecoder {
  const conversation = newConversation()
  const state: State = {
    thread,
    isRoot,
    conversation,
    early: new Map(),
    labels: openLabels(),
    tools: openTools(thread, conversation),
    unknownTypes: new Map(),
    createdAt: Number.NaN,
    session: null,
    firstAgent: null,
    lastUsage: null,
    isRooted: false,
    turn: OPEN,
    told: new Map(),
  }
  return {
    take: (record) => settle(state, takeRecord(state, record)),
    finish: () => settle(state, state.tools.finish()),
    unknownTypes: state.unknownTypes,
  }
}

function takeRecord(state: State, record: StoredRecord): AgentEvent[] {
  switch (record.kind) {
    case 'session':
      return takeSession(state, record.data)
    case 'message':
      return takeMessage(state, record.id, record.data)
    case 'part':
      return takePart(state, record.message, record.id, record.data)
    case 'unknown':
      noteUnknown(state, record.type)
      return []
    default:
      return record satisfies never
  }
}

/** Every event of a tool or a prompt opens the turn; how it really stands is told after them. */
function settle(state: State, events: AgentEvent[]): AgentEvent[] {
  const { thread } = state
  for (const event of events) state.turn = turnAfter(state.turn, event)
  const turn = turnOf(state.conversation, state.isRoot, state.createdAt)
  if (isSameTurn(turn, state.turn) || (state.session === null && state.conversation.order.length === 0)) return events
  state.turn = turn
  if (turn.kind === 'ended') events.push(endOf(thread, turn))
  else events.push({ kind: 'turn_reopened', thread, at: state.conversation.order.at(-1)?.created ?? state.createdAt })
  return events
}

function turnAfter(turn: Turn, event: AgentEvent): Turn {
  switch (event.kind) {
    case 'turn_started':
    case 'tool_called':
    case 'tool_answered':
      return OPEN
    case 'turn_ended':
      return { ...event, kind: 'ended', of: event.of ?? null }
    default:
      return turn
  }
}

function endOf(thread: string, { how, sure, message, of, at }: Extract<Turn, { kind: 'ended' }>): AgentEvent {
  return { kind: 'turn_ended', thread, how, sure, message, ...(of === null ? {} : { of }), at }
}

/** A title that nobody gave: the product names a new session by the time. */
const UNTITLED = /^(New session|Child session) - \d{4}-\d\d-\d\dT/

function takeSession(state: State, data: Json): AgentEvent[] {
  const { thread } = state
  const events: AgentEvent[] = []
  const created = readTime(asObject(data['time'])?.['created'])
  if (state.session === null) events.push({ kind: 'item_added', thread, label: null, at: created })
  state.session = data
  if (Number.isNaN(state.createdAt)) state.createdAt = state.tools.bornAt = created
  tellOnce(state, events, { kind: 'run_described', cwd: asId(data['directory']), version: asId(data['version']), branch: null })
  const title = (asText(data['title']) ?? '').trim()
  if (state.isRoot && title !== '' && !UNTITLED.test(title))
    tellOnce(state, events, { kind: 'run_titled', title: cutText(title, 200), rank: 1 })
  describe(state, events)
  return events
}

function describe(state: State, events: AgentEvent[]): void {
  if (state.isRoot || !state.session) return
  tellOnce(state, events, { kind: 'agent_described', agent: state.thread, says: describeChild(state.session, state.firstAgent) })
}

function tellOnce(state: State, events: AgentEvent[], event: AgentEvent): void {
  const text = JSON.stringify(event)
  if (state.told.get(event.kind) === text) return
  state.told.set(event.kind, text)
  events.push(event)
}

function takeMessage(state: State, id: string, data: Json): AgentEvent[] {
  const { thread, conversation } = state
  const events: AgentEvent[] = []
  const info = readMessage(data)
  const known = conversation.byId.get(id)
  const message = known ?? addMessage(conversation, id, info)
  message.info = info
  if (!known) {
    events.push({ kind: 'item_added', thread, label: null, at: info.created })
    if (info.role === 'user' && state.firstAgent === null) {
      state.firstAgent = info.agent
      describe(state, events)
    }
  }
  if (!message.isCompleted && !Number.isNaN(info.completed)) {
    message.isCompleted = true
    events.push({ kind: 'item_added', thread, label: null, at: info.completed })
  }
  countUsage(state, message, events)
  const failure = failureOf(message)
  if (failure?.how === 'failed' && !message.isFailed) {
    message.isFailed = true
    events.push(endOf(thread, failure))
  }
  for (const [part, early] of state.early.get(id) ?? []) events.push(...takePart(state, id, part, early))
  state.early.delete(id)
  if (isClosed(conversation, message)) events.push(...state.tools.callTasks(message))
  return events
}

/** Only now is it sure that the session has gone on: messages may come before the parts that were written before them. */
function begin(state: State, message: MessageState): AgentEvent[] {
  if (message.hasBegun || message.info.role !== 'assistant') return []
  message.hasBegun = true
  return state.tools.supersede(message)
}

function countUsage(state: State, message: MessageState, events: AgentEvent[]): void {
  const usage = usageOf(state.thread, message)
  if (!usage || JSON.stringify(usage) === JSON.stringify(message.usage)) return
  message.usage = usage
  events.push(usage)
  const last = state.lastUsage
  // The last one told names the thread's model and how full its context is.
  if (last?.usage && last !== message && isBefore(message, last)) events.push(last.usage)
  else state.lastUsage = message
}

function takePart(state: State, messageId: string, id: string, data: Json): AgentEvent[] {
  const message = state.conversation.byId.get(messageId)
  if (!message) {
    const early = state.early.get(messageId) ?? new Map<string, Json>()
    early.set(id, data)
    state.early.set(messageId, early)
    return []
  }
  return [...begin(state, message), ...tellPart(state, message, id, readPart(data))]
}

function tellPart(state: State, message: MessageState, id: string, info: PartInfo): AgentEvent[] {
  const { thread } = state
  const part = partOf(message, id)
  const isFirst = !part.isTold
  switch (info.kind) {
    case 'text':
      if (message.info.role === 'user') return info.isSynthetic ? [] : prompt(state, message, info.text)
      if (!isFirst || Number.isNaN(info.endedAt)) return []
      part.isTold = true
      return [...state.labels.text(message, id, { kind: 'item_added', thread, label: textLabel(info.text), at: info.endedAt })]
    case 'thinking':
      if (!isFirst || Number.isNaN(info.endedAt)) return []
      part.isTold = true
      return [{ kind: 'item_added', thread, label: null, at: info.endedAt }]
    case 'subtask':
      return prompt(state, message, info.prompt)
    case 'retry':
      part.isTold = true
      return isFirst ? [...state.labels.text(message, id, { kind: 'item_added', thread, label: info.says, at: info.at })] : []
    case 'tool':
      return state.tools.take(message, part, info, state.labels)
    case 'silent':
      return []
    case 'unknown':
      if (isFirst) noteUnknown(state, info.type)
      part.isTold = true
      return []
    default:
      return info satisfies never
  }
}

function prompt(state: State, message: MessageState, text: string): AgentEvent[] {
  if (message.isPrompted) return []
  message.isPrompted = true
  const { thread } = state
  const key = promptKey(text)
  const events: AgentEvent[] = [{ kind: 'turn_started', thread, prompt: key, at: message.created }]
  if (state.isRooted) return events
  state.isRooted = true
  // A fork copies messages under new ids: their times and texts are what it shares with its origin.
  const bornAt = message.created > state.createdAt ? message.created : state.createdAt
  events.push({
    kind: 'run_rooted',
    record: `${message.created} ${key.length} ${key.hash}`,
    session: null,
    bornAt,
    isCopied: message.created < state.createdAt,
    ...(state.isRoot ? {} : { agent: thread }),
  })
  return events
}

function noteUnknown(state: State, type: string): void {
  state.unknownTypes.set(type, (state.unknownTypes.get(type) ?? 0) + 1)
}
