import type { AgentEvent } from '../../event'
import { insertInOrder, isBefore, type Placed, placeById } from './inOrder'
import type { MessageInfo } from './readMessage'
import type { Task } from './readTask'

/** What was told of one part already. */
export interface PartState {
  readonly id: string
  /** Its text or tool was told. */
  isTold: boolean
  tool: ToolState | null
}

export interface ToolState {
  readonly call: string
  state: 'waiting' | 'running' | 'completed' | 'error'
  startedAt: number
  endedAt: number
  /** A person refused it, which ends the turn. */
  isRejected: boolean
  error: string
  isAnswered: boolean
  /** Null: it starts no agent, or it was copied from the session that this one was forked from. */
  task: Task | null
  isCalled: boolean
  /** When it was told to have been called. */
  calledAt: number
  isLinked: boolean
  isTaskAnswered: boolean
}

export interface MessageState extends Placed {
  info: MessageInfo
  readonly parts: PartState[]
  isPrompted: boolean
  /** One of its parts has come. */
  hasBegun: boolean
  isCompleted: boolean
  isFailed: boolean
  /** The usage that was told last. */
  usage: Extract<AgentEvent, { kind: 'usage_counted' }> | null
}

/** Messages of one session in order, however their records come. */
export interface Conversation {
  readonly order: MessageState[]
  readonly byId: Map<string, MessageState>
  lastAssistant: MessageState | null
}

export function newConversation(): Conversation {
  return { order: [], byId: new Map(), lastAssistant: null }
}

export function addMessage(to: Conversation, id: string, info: MessageInfo): MessageState {
  const message: MessageState = {
    id,
    created: info.created,
    info,
    parts: [],
    isPrompted: false,
    hasBegun: false,
    isCompleted: false,
    isFailed: false,
    usage: null,
  }
  to.byId.set(id, message)
  insertInOrder(to.order, message, isBefore)
  if (info.role === 'assistant' && (!to.lastAssistant || isBefore(to.lastAssistant, message))) to.lastAssistant = message
  return message
}

export function partOf({ parts }: MessageState, id: string): PartState {
  const { known, at } = placeById(parts, id)
  if (known) return known
  const part: PartState = { id, isTold: false, tool: null }
  parts.splice(at, 0, part)
  return part
}

/** Nothing is added to it any more: it ended, or the session went on without it. */
export function isClosed({ lastAssistant }: Conversation, message: MessageState): boolean {
  const { completed, error } = message.info
  return !Number.isNaN(completed) || error !== null || (lastAssistant !== null && isBefore(message, lastAssistant))
}
