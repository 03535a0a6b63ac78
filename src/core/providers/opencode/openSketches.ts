import type { AnswerSketch, ItemSketch, LineSketch } from '../../itemBody'
import { asObject, type Json } from '../../readJson'
import { insertInOrder, isBefore, type Placed, placeById } from './inOrder'
import { readAnswer, readItems } from './readItems'
import { type MessageInfo, readMessage } from './readMessage'
import type { PartRecord, StoredRecord } from './readRecord'
import { readTime } from './readTime'

export interface Sketches {
  take(record: StoredRecord, onSketch: (sketch: LineSketch) => void): void
  /** All that there is by now has come: how a response broke off stands behind its parts. */
  settle(onSketch: (sketch: LineSketch) => void): void
  /** Nobody is left to write more: what waited for its end is told as it is. */
  finish(onSketch: (sketch: LineSketch) => void): void
}

interface Part {
  readonly id: string
  items: readonly ItemSketch[]
  at: number
  isSettled: boolean
  /** Nothing is written in it yet: releases that send words one by one write a text when it ends. */
  isBlank: boolean
  answer: AnswerSketch | null
  answeredAt: number
  isTold: boolean
  isAnswerTold: boolean
}

interface Message extends Placed {
  info: MessageInfo
  /** What its parts need of it: the whole of it may hold whole files. */
  brief: Json
  readonly parts: Part[]
  /** How it broke off, which stands behind its parts. */
  end: { readonly items: readonly ItemSketch[]; readonly at: number } | null
  isEndTold: boolean
}

interface State {
  readonly thread: string
  readonly order: Message[]
  readonly byId: Map<string, Message>
  readonly early: Map<string, Map<string, PartRecord>>
  lastAssistant: Message | null
  /** The last response of which a part has come. */
  lastBegun: Message | null
  /** Everything before this place was told; what comes late for it is told when it comes. */
  told: number
  /** False while the records before the first one are not known: the end of a session was asked for. */
  isPlaced: boolean
}

/** An item is told once nothing can come before it any more, and never moves: messages in order, their parts in order. */
export function openSketches(thread: string): Sketches {
  const state: State = {
    thread,
    order: [],
    byId: new Map(),
    early: new Map(),
    lastAssistant: null,
    lastBegun: null,
    told: 0,
    isPlaced: false,
  }
  return {
    take(record, onSketch) {
      if (record.kind === 'message') takeMessage(state, record.id, record.data)
      else if (record.kind === 'part') takePart(state, record, onSketch)
      if (record.kind !== 'part') state.isPlaced = true
      tell(state, 'more', onSketch)
    },
    settle: (onSketch) => tell(state, 'now', onSketch),
    finish(onSketch) {
      tell(state, 'ever', onSketch)
      for (const parts of state.early.values()) for (const part of parts.values()) tellPart(state, newPart(part, null), onSketch)
      state.early.clear()
    },
  }
}

function takeMessage(state: State, id: string, data: Json): void {
  const info = readMessage(data)
  const brief: Json = { role: info.role, summary: info.isSummary, modelID: info.model, time: { created: info.created } }
  let message = state.byId.get(id)
  if (!message) {
    message = { id, created: info.created, info, brief, parts: [], end: null, isEndTold: false }
    state.byId.set(id, message)
    if (insertInOrder(state.order, message, isBefore) < state.told) state.told++
    if (info.role === 'assistant' && (!state.lastAssistant || isBefore(state.lastAssistant, message)))
      state.lastAssistant = message
    for (const part of state.early.get(id)?.values() ?? []) placePart(message, newPart(part, brief))
    state.early.delete(id)
  }
  message.info = info
  message.brief = brief
  if (info.error) message.end ??= sketchOf({ kind: 'message', data })
  if (message.parts.length > 0) noteBegun(state, message)
}

function takePart(state: State, record: PartRecord, onSketch: (sketch: LineSketch) => void): void {
  const message = state.byId.get(record.message)
  if (!message && state.isPlaced) {
    const early = state.early.get(record.message) ?? new Map<string, typeof record>()
    early.set(record.id, record)
    state.early.set(record.message, early)
    return
  }
  const part = newPart(record, message?.brief ?? null)
  if (!message) {
    tellPart(state, part, onSketch)
    return
  }
  const placed = placePart(message, part)
  noteBegun(state, message)
  const isPast = state.told > 0 && !isBefore(state.order[state.told - 1] ?? message, message)
  if (isPast || placed.isTold) tellPart(state, placed, onSketch)
}

function noteBegun(state: State, message: Message): void {
  if (message.info.role !== 'assistant') return
  if (!state.lastBegun || isBefore(state.lastBegun, message)) state.lastBegun = message
}

function placePart(message: Message, part: Part): Part {
  const { known, at } = placeById(message.parts, part.id)
  if (known) {
    const { isTold, isAnswerTold } = known
    return Object.assign(known, part, { isTold, isAnswerTold })
  }
  message.parts.splice(at, 0, part)
  return part
}

function newPart({ id, data }: PartRecord, message: Json | null): Part {
  const record: Json = { kind: 'part', data, message }
  const { items, at } = sketchOf(record)
  const call = items[0]?.call ?? null
  const answer = call === null ? null : readAnswer(record, call)
  return {
    id,
    items,
    at,
    isSettled: message?.['role'] === 'user' || isSettled(data, items),
    isBlank: (data['type'] === 'text' || data['type'] === 'reasoning') && data['text'] === '',
    answer: answer && call !== null ? { call, isError: answer.isError } : null,
    answeredAt: answer?.at ?? Number.NaN,
    isTold: false,
    isAnswerTold: false,
  }
}

/** What was shown once is not read again: a text must have ended, a call must have its input. */
function isSettled(data: Json, items: readonly ItemSketch[]): boolean {
  const [first] = items
  if (!first) return true
  if (first.kind === 'tool') {
    const status = asObject(data['state'])?.['status']
    return status === 'running' || status === 'completed' || status === 'error'
  }
  const time = asObject(data['time'])
  return time === null || time['start'] === undefined || !Number.isNaN(readTime(time['end']))
}

function sketchOf(record: Json): { readonly items: readonly ItemSketch[]; readonly at: number } {
  const bodies = readItems(record)
  const items = bodies.map(({ kind, tool }) => ({ kind, call: tool?.call ?? null, name: tool?.name ?? null }))
  return { items, at: bodies[0]?.at ?? Number.NaN }
}

/** `known`: whether more may come (`more`), all of now has come (`now`), or all that ever will. */
function tell(state: State, known: 'more' | 'now' | 'ever', onSketch: (sketch: LineSketch) => void): void {
  const { order, lastBegun } = state
  for (let i = state.told; i < order.length; i++) {
    const message = order[i]
    if (!message) return
    const isFollowed = i < order.length - 1
    const isOver = known === 'ever' || isClosed(state, message)
    // Messages may come before the parts of those before them; a part of a later response comes after them all.
    const isWhole = isOver && (known !== 'more' || (lastBegun !== null && isBefore(message, lastBegun)))
    for (const part of message.parts) {
      if (!part.isTold && !part.isSettled && !isWhole) break
      // Told now, it would stay the empty item that it is, should somebody still be writing it.
      if (!part.isTold && !part.isSettled && part.isBlank) continue
      tellPart(state, part, onSketch)
    }
    if (!isWhole) return
    if (message.end && !message.isEndTold) {
      message.isEndTold = true
      const { items, at } = message.end
      onSketch({ thread: state.thread, at, items, answers: [], record: `message:${message.id}` })
    }
    if (isFollowed && known !== 'ever') state.told = i + 1
  }
}

/**
 * A response goes on until it ends or another one begins. A prompt waits for its response: one that was queued behind it may be
 * written before that response and yet comes after it.
 */
function isClosed({ lastAssistant }: State, message: Message): boolean {
  const { role, completed, error } = message.info
  const isAnswered = lastAssistant !== null && isBefore(message, lastAssistant)
  return isAnswered || (role === 'assistant' && (!Number.isNaN(completed) || error !== null))
}

function tellPart({ thread }: State, part: Part, onSketch: (sketch: LineSketch) => void): void {
  const record = `part:${part.id}`
  if (!part.isTold) {
    part.isTold = true
    if (part.items.length > 0) onSketch({ thread, at: part.at, items: part.items, answers: [], record })
  }
  if (!part.answer || part.isAnswerTold) return
  part.isAnswerTold = true
  onSketch({ thread, at: part.answeredAt, items: [], answers: [part.answer], record })
}
