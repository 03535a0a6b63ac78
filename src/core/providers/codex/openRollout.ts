import type { AgentEvent } from '../../event'
import type { Bytes } from '../../framing/bytes'
import type { AnswerSketch, LineSketch } from '../../itemBody'
import type { Decoder } from '../../provider'
import { asObject, asText, type Json, parseJson } from '../../readJson'
import { decodeRecord } from './decodeRecord'
import { noteCopiedTotals } from './decodeTokenCount'
import { knownTypes } from './knownTypes'
import { lineWorth } from './lineWorth'
import { readLineHead } from './readLineHead'
import { readPlainOutput } from './readPlainOutput'
import { type RolloutState, rolloutState } from './rolloutState'
import { sketchRecord } from './sketchRecord'
import { timeOfId } from './timeOfId'

type OnEvent = (event: AgentEvent) => void
type OnSketch = (sketch: LineSketch) => void

/** One decoder per rollout: it remembers earlier lines of that file, and nothing else. */
export function openRollout(run: string, agent: string | null): Decoder {
  const state = rolloutState(run, agent)
  const unknownTypes = new Map<string, number>()
  const note = (type: string): void => void unknownTypes.set(type, (unknownTypes.get(type) ?? 0) + 1)
  return {
    line: (bytes, start, end, onEvent, onSketch) => decodeLine(state, note, { bytes, start, end }, onEvent, onSketch),
    whole: () => null,
    unknownTypes,
    mismatches: 0,
  }
}

interface Line {
  readonly bytes: Bytes
  readonly start: number
  readonly end: number
}

function decodeLine(
  state: RolloutState,
  note: (type: string) => void,
  line: Line,
  onEvent: OnEvent,
  onSketch?: OnSketch,
): string | null {
  const { bytes, start, end } = line
  const head = readLineHead(bytes, start, end)
  if (head) {
    noteType(head.type, head.payload, note)
    const isHead = head.type === 'session_meta'
    if (!isHead && !state.lines.mayBeOwn(head.ordinal)) return null
    const worth = lineWorth(head)
    if (!worth.events && !(worth.items && onSketch)) return null
    // Sums beside responses that were told by themselves.
    if (head.payload === 'token_count' && state.countsResponses && state.contextLimit !== null) return null
    const isSettled = state.isRooted && !state.lines.isCopying()
    const output = isSettled && head.type === 'response_item' ? readPlainOutput(head) : null
    if (output && !state.calls.has(output.call)) {
      answer(state, output, head.at, onEvent, onSketch)
      return null
    }
    if (isSettled && !onSketch && head.payload === 'reasoning') {
      onEvent({ kind: 'item_added', thread: state.thread, label: null, at: head.at })
      return null
    }
  }
  const record = asObject(parseJson(bytes.utf8Slice(start, end)))
  if (!record) return 'not a record'
  if (!head) noteType(asText(record['type']) ?? '', asText(asObject(record['payload'])?.['type']), note)
  takeRecord(state, record, onEvent, onSketch)
  return null
}

function answer(state: RolloutState, answered: AnswerSketch, at: number, onEvent: OnEvent, onSketch?: OnSketch): void {
  const { thread } = state
  onEvent({ kind: 'tool_answered', thread, call: answered.call, isError: answered.isError, at })
  onSketch?.({ thread, at, items: [], answers: [answered] })
}

function takeRecord(state: RolloutState, record: Json, onEvent: OnEvent, onSketch?: OnSketch): void {
  const at = Date.parse(asText(record['timestamp']) ?? '')
  if (record['type'] !== 'session_meta') {
    const ordinal = typeof record['ordinal'] === 'number' ? record['ordinal'] : null
    if (!state.lines.isOwn({ ordinal, at, turn: turnOf(record) })) {
      const payload = asObject(record['payload'])
      if (payload?.['type'] === 'token_count') noteCopiedTotals(state, payload)
      return
    }
  }
  for (const event of decodeRecord(state, record, at)) onEvent(event)
  if (!onSketch || (state.session === null && isOlder(state, record))) return
  const sketch = sketchRecord(record, state.thread, at)
  if (sketch) onSketch(sketch)
}

/** Id of the turn that begins with this record. */
function turnOf(record: Json): string | null {
  const payload = asObject(record['payload'])
  const type = record['type'] === 'event_msg' ? payload?.['type'] : record['type']
  return type === 'turn_context' || type === 'task_started' || type === 'turn_started' ? asText(payload?.['turn_id']) : null
}

/** Where a file is read from its middle, nothing has said how much of it is copied; a turn older than the conversation is not its own. */
function isOlder(state: RolloutState, record: Json): boolean {
  const payload = asObject(record['payload'])
  const passed = asObject(payload?.['internal_chat_message_metadata_passthrough'])
  return timeOfId(asText(passed?.['turn_id']) ?? asText(payload?.['turn_id'])) < timeOfId(state.thread)
}

function noteType(type: string, payload: string | null, note: (type: string) => void): void {
  const isTyped = type === 'response_item' || type === 'event_msg'
  const name = isTyped ? `${type}/${payload ?? ''}` : type
  if (!knownTypes.has(name)) note(name)
}
