import type { AnswerBody, ItemBody } from '../../itemBody'
import { asId, asObject, asText, type Json } from '../../readJson'
import { soundTime } from '../../soundTime'
import { readMail } from './readMail'
import { readOutput } from './readOutput'
import { readParts } from './readParts'
import { answeredCall, readToolCall } from './readToolCall'
import { errorMessage } from './statusOf'
import { textOfContent } from './textOfContent'

/** Everything of one record that a reader of the transcript sees, in order. The sketch of a record counts exactly these. */
export function readItems(record: Json): ItemBody[] {
  const payload = asObject(record['payload'])
  if (!payload) return []
  switch (record['type']) {
    case 'response_item':
      return readResponse(record, payload)
    case 'event_msg':
      return readEvent(record, payload)
    case 'compacted':
      return [item(record, 'compaction', 'system', asText(payload['message']) || 'Conversation compacted')]
    default:
      return []
  }
}

function readResponse(record: Json, payload: Json): ItemBody[] {
  switch (payload['type']) {
    case 'message':
      return readMessage(record, payload)
    case 'agent_message':
      return readLetter(record, payload)
    case 'reasoning': {
      const text = [textOfContent(payload['summary']), textOfContent(payload['content'])]
        .filter((part) => part !== '')
        .join('\n\n')
      return text === '' ? [] : [{ ...item(record, 'thinking', 'assistant', text), messageId: asId(payload['id']) }]
    }
    default: {
      const tool = readToolCall(payload, record['timestamp'])
      if (!tool) return []
      const { name, call, input } = tool
      return [{ ...item(record, 'tool', 'assistant', ''), messageId: asId(payload['id']), tool: { name, call, input } }]
    }
  }
}

function readMessage(record: Json, payload: Json): ItemBody[] {
  const messageId = asId(payload['id'])
  if (payload['role'] === 'assistant')
    return [{ ...item(record, 'text', 'assistant', textOfContent(payload['content'])), messageId }]
  const { injected, asked, images } = readParts(payload)
  const items: ItemBody[] = []
  if (injected !== '') items.push(item(record, 'notice', payload['role'] === 'user' ? 'user' : 'system', injected))
  if (asked !== '' || images.length > 0) items.push({ ...item(record, 'prompt', 'user', asked), messageId, images })
  return items
}

function readLetter(record: Json, payload: Json): ItemBody[] {
  const mail = readMail(payload)
  if (!mail) return []
  const isTask = mail.kind === 'task'
  // What only the model can read is named by the task it is for.
  const text = mail.isSecret ? `${mail.text}[encrypted for ${mail.to}]` : mail.text
  return [item(record, isTask ? 'prompt' : 'notice', 'user', isTask ? text : `${mail.from} to ${mail.to}: ${text}`)]
}

function readEvent(record: Json, payload: Json): ItemBody[] {
  switch (payload['type']) {
    case 'item_completed':
      return readCompleted(record, asObject(payload['item']) ?? {})
    case 'task_complete':
    case 'turn_complete': {
      const error = errorMessage(payload['error'])
      return error === null ? [] : [item(record, 'error', 'assistant', error)]
    }
    case 'error':
      return [item(record, 'error', 'assistant', asText(payload['message']) ?? 'error')]
    case 'thread_rolled_back':
      return [item(record, 'notice', 'system', `${Number(payload['num_turns']) || 1} turns rolled back`)]
    case 'entered_review_mode':
      return [item(record, 'notice', 'system', reviewNotice(payload))]
    default:
      return []
  }
}

function readCompleted(record: Json, done: Json): ItemBody[] {
  switch (done['type']) {
    case 'Plan':
      return [{ ...item(record, 'text', 'assistant', asText(done['text']) ?? ''), messageId: asId(done['id']) }]
    case 'EnteredReviewMode':
      return [item(record, 'notice', 'system', reviewNotice(done))]
    case 'SubAgentActivity':
      if (done['kind'] !== 'completed') return []
      return [
        item(
          record,
          'notice',
          'system',
          `${asText(done['agent_path']) ?? 'Agent'} (${asText(done['agent_thread_id']) ?? ''}) completed`,
        ),
      ]
    default:
      return []
  }
}

function reviewNotice(said: Json): string {
  const hint = asText(said['user_facing_hint'])
  return hint === null || hint === '' ? 'Review started' : `Review started: ${hint}`
}

function item(record: Json, kind: ItemBody['kind'], role: ItemBody['role'], text: string): ItemBody {
  return { kind, role, at: timeOf(record), text, model: null, messageId: null, tool: null, images: [] }
}

function timeOf(record: Json): number {
  return soundTime(Date.parse(asText(record['timestamp']) ?? ''))
}

/** The answer to one call in a record; null where the record has none of it. */
export function readAnswer(record: Json, call: string): AnswerBody | null {
  const payload = record['type'] === 'response_item' ? asObject(record['payload']) : null
  if (!payload) return null
  const at = timeOf(record)
  if (answeredCall(payload) === call) {
    const output = payload['type'] === 'tool_search_output' ? payload['tools'] : payload['output']
    if (typeof output !== 'string' && !Array.isArray(output)) return { at, isError: false, output: output ?? null, images: [] }
    const { text, isError, images } = readOutput(output)
    return { at, isError, output: text, images }
  }
  const tool = readToolCall(payload, record['timestamp'])
  if (!tool?.isAnswered || tool.call !== call) return null
  const image = payload['type'] === 'image_generation_call' ? asText(payload['result']) : null
  return { at, isError: false, output: null, images: image === null ? [] : [{ mediaType: 'image/png', data: image }] }
}
