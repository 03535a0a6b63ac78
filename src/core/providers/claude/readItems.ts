import type { AnswerBody, ItemBody } from '../../itemBody'
import { asObject, asText, type Json, textOf } from '../../readJson'
import { soundTime } from '../../soundTime'
import { HAND_BACK_MARK, HAND_BACK_START, INJECTED_STARTS } from './names'
import { nameAttachments, readImage, readImages } from './readImages'

/** Everything of one record that a reader of the transcript sees, in order. The sketch of a record must count exactly these. */
export function readItems(record: Json): ItemBody[] {
  switch (record['type']) {
    case 'user':
      return readUser(record)
    case 'assistant':
      return readAssistant(record)
    case 'attachment':
      return readAttachment(record)
    case 'system':
      return readSystem(record)
    default:
      return []
  }
}

function readUser(record: Json): ItemBody[] {
  const content = asObject(record['message'])?.['content']
  const items: ItemBody[] = []
  if (typeof content === 'string') items.push(...readUserText(record, content))
  else if (Array.isArray(content)) {
    for (const block of content) {
      const object = asObject(block)
      const type = object?.['type']
      if (type === 'tool_result') continue
      if (type === 'text') items.push(...readUserText(record, asText(object?.['text']) ?? ''))
      else items.push(readAttached(record, object))
    }
  }
  return items
}

function readAttached(record: Json, block: Json | null): ItemBody {
  const image = readImage(block)
  const body = item(record, 'prompt', 'user', `[${asText(block?.['type']) ?? 'attachment'}]`)
  return image ? { ...body, images: [image] } : body
}

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>\s*/gi

/** What the harness put beside or around a prompt is a notice of its own; the prompt stays as it was typed. */
function readUserText(record: Json, text: string): ItemBody[] {
  if (record['isCompactSummary'] === true) return [item(record, 'compaction', 'user', text)]
  const origin = asText(asObject(record['origin'])?.['kind'])
  const isInjected = record['isMeta'] === true || (origin !== null && origin !== 'human')
  if (isInjected || text.startsWith('[Request interrupted')) return [item(record, 'notice', 'user', text)]
  const reminders = text.match(REMINDER) ?? []
  const own = text.replace(REMINDER, '').trim()
  if (own !== '' && INJECTED_STARTS.some((start) => own.startsWith(start))) return [item(record, 'notice', 'user', text)]
  const items: ItemBody[] = []
  if (reminders.length > 0) items.push(item(record, 'notice', 'user', reminders.join('').trim()))
  if (own !== '' || reminders.length === 0) items.push(item(record, 'prompt', 'user', reminders.length > 0 ? own : text))
  return items
}

function readAssistant(record: Json): ItemBody[] {
  const content = asObject(record['message'])?.['content']
  if (typeof content === 'string')
    return [item(record, record['isApiErrorMessage'] === true ? 'error' : 'text', 'assistant', content)]
  if (!Array.isArray(content)) return []
  return content.map((block) => readBlock(record, asObject(block)))
}

function readBlock(record: Json, block: Json | null): ItemBody {
  switch (block?.['type']) {
    case 'text':
      return item(record, record['isApiErrorMessage'] === true ? 'error' : 'text', 'assistant', asText(block['text']) ?? '')
    case 'thinking':
      return item(record, 'thinking', 'assistant', asText(block['thinking']) ?? '')
    case 'tool_use': {
      const tool = { name: asText(block['name']) ?? '', call: asText(block['id']) ?? '', input: block['input'] ?? null }
      return { ...item(record, 'tool', 'assistant', ''), tool }
    }
    default:
      return item(record, 'text', 'assistant', `[${asText(block?.['type']) ?? 'block'}]`)
  }
}

/** A message that came while the model was at work is kept as an attachment. */
function readAttachment(record: Json): ItemBody[] {
  const attachment = asObject(record['attachment'])
  if (attachment?.['type'] !== 'queued_command') return []
  const prompt = attachment['prompt']
  const text = typeof prompt === 'string' ? prompt : textOf(prompt)
  const origin = asText(asObject(attachment['origin'])?.['kind'])
  const isTyped =
    (origin === null || origin === 'human') &&
    attachment['isMeta'] !== true &&
    !INJECTED_STARTS.some((start) => text.startsWith(start))
  return [item(record, isTyped ? 'prompt' : 'notice', 'user', text)]
}

function readSystem(record: Json): ItemBody[] {
  if (record['subtype'] === 'compact_boundary')
    return [item(record, 'compaction', 'system', asText(record['content']) ?? 'Conversation compacted')]
  const text = asText(record['content'])
  return text === null || text.trim() === '' ? [] : [item(record, 'notice', 'system', text)]
}

function item(record: Json, kind: ItemBody['kind'], role: ItemBody['role'], text: string): ItemBody {
  const message = record['type'] === 'assistant' ? asObject(record['message']) : null
  return {
    kind,
    role,
    at: soundTime(Date.parse(asText(record['timestamp']) ?? '')),
    text,
    model: asText(message?.['model']),
    messageId: asText(message?.['id']),
    tool: null,
    images: [],
  }
}

/** The result of one call in a record of results; null where the record has none of it. */
export function readAnswer(record: Json, call: string): AnswerBody | null {
  const content = asObject(record['message'])?.['content']
  if (!Array.isArray(content)) return null
  const results = content.map(asObject).filter((block) => block?.['type'] === 'tool_result')
  const block = results.find((candidate) => candidate?.['tool_use_id'] === call)
  if (!block) return null
  const at = soundTime(Date.parse(asText(record['timestamp']) ?? ''))
  // An agent's hand-back is wrapped for the model; the harness keeps the report itself beside it.
  const report = results.length === 1 ? reportOf(asObject(record['toolUseResult'])) : null
  const images = readImages(block['content'])
  return { at, isError: block['is_error'] === true, output: report ?? plainOutput(block['content']), images }
}

const TOOLS_USED = /^\s*<tools-used-before-summary>[\s\S]*?<\/tools-used-before-summary>\s*/

function reportOf(details: Json | null): string | null {
  if (details?.['status'] !== 'completed' || !Array.isArray(details['content'])) return null
  return textOf(details['content']).replace(TOOLS_USED, '')
}

function plainOutput(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? null
  const blocks = nameAttachments(content)
  return blocks.every((block) => asObject(block)?.['type'] === 'text') ? unwrapReport(textOf(blocks)) : blocks
}

/** Only nested agents lack the plain report; for them it is taken out of its frame. */
function unwrapReport(text: string): string {
  const start = text.indexOf(HAND_BACK_START)
  if (start < 0 || !text.slice(0, start).includes(HAND_BACK_MARK)) return text
  const lines = text.slice(start + HAND_BACK_START.length).split('\n')
  const end = lines.findIndex((line) => line !== '' && !line.startsWith('  '))
  const report = end < 0 ? lines : lines.slice(0, end)
  return report
    .map((line) => line.replace(/^ {2}/, ''))
    .join('\n')
    .trimEnd()
}
