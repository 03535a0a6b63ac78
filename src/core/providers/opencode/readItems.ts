import type { AnswerBody, ImageBody, ItemBody } from '../../itemBody'
import { asId, asObject, asText, type Json } from '../../readJson'
import { readMessage } from './readMessage'
import { readTool, retryText, type ToolPart } from './readPart'
import { TASK_TOOL, taskReport } from './readTask'
import { readTime } from './readTime'

/**
 * Everything of one record that a reader of the transcript sees, in order. `message`: the message that a part belongs to, where the
 * record brings it along; without it the part's own shape tells whose words they are.
 */
export function readItems(record: Json): ItemBody[] {
  const data = asObject(record['data'])
  if (!data) return []
  if (record['kind'] === 'message') return readBreak(data)
  if (record['kind'] !== 'part') return []
  const part: PartOf = { data, message: asObject(record['message']), writtenAt: readTime(record['at']) }
  switch (data['type']) {
    case 'text':
      return readText(part)
    case 'reasoning':
      return [item(part, 'thinking', 'assistant', asText(data['text']) ?? '')]
    case 'tool':
      return [toolItem(part, readTool(data))]
    case 'subtask':
      return [item(part, 'prompt', 'user', asText(data['prompt']) ?? '')]
    case 'file':
      return [fileItem(part)]
    case 'retry':
      return [item(part, 'notice', 'system', retryText(data))]
    case 'compaction':
      return [item(part, 'compaction', 'system', 'Conversation compacted')]
    default:
      return []
  }
}

interface PartOf {
  readonly data: Json
  readonly message: Json | null
  readonly writtenAt: number
}

function readText(part: PartOf): ItemBody[] {
  const { data, message } = part
  const text = asText(data['text']) ?? ''
  // Only what a model wrote has the times of its writing.
  const isAssistant = message ? message['role'] === 'assistant' : asObject(data['time']) !== null
  if (isAssistant) return [item(part, message?.['summary'] === true ? 'compaction' : 'text', 'assistant', text)]
  return [item(part, data['synthetic'] === true || data['ignored'] === true ? 'notice' : 'prompt', 'user', text)]
}

function toolItem(part: PartOf, tool: ToolPart): ItemBody {
  return { ...item(part, 'tool', 'assistant', ''), tool: { name: tool.name, call: tool.call, input: tool.input } }
}

function fileItem(part: PartOf): ItemBody {
  const { data } = part
  const body = item(part, 'prompt', 'user', `[${asId(data['filename']) ?? asId(data['mime']) ?? 'file'}]`)
  const image = readImage(data)
  return image ? { ...body, images: [image] } : body
}

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/

function readImage(file: Json): ImageBody | null {
  const mediaType = asText(file['mime']) ?? ''
  if (!mediaType.startsWith('image/')) return null
  const url = asText(file['url']) ?? ''
  const head = DATA_URL.exec(url.slice(0, 200))?.[0]
  return { mediaType, data: head === undefined ? null : url.slice(head.length) }
}

function item({ data, message, writtenAt }: PartOf, kind: ItemBody['kind'], role: ItemBody['role'], text: string): ItemBody {
  const info = message && readMessage(message)
  const time = asObject(asObject(data['state'])?.['time']) ?? asObject(data['time'])
  const times = [readTime(time?.['start']), readTime(time?.['created']), info?.created ?? Number.NaN, writtenAt]
  return {
    kind,
    role,
    at: times.find((at) => !Number.isNaN(at)) ?? Number.NaN,
    text,
    model: role === 'assistant' ? (info?.model ?? null) : null,
    messageId: asId(data['messageID']),
    tool: null,
    images: [],
  }
}

/** A response that broke off says so in its message. */
function readBreak(data: Json): ItemBody[] {
  const { error, completed, created, model } = readMessage(data)
  if (!error) return []
  const at = Number.isNaN(completed) ? created : completed
  const said = { at, text: error.message, model, messageId: asId(data['id']), tool: null, images: [] }
  return [error.isAbort ? { ...said, kind: 'notice', role: 'system' } : { ...said, kind: 'error', role: 'assistant' }]
}

/** What a tool gave back, which stands in the same record as its call; null: it has not, or it is another call's record. */
export function readAnswer(record: Json, call: string): AnswerBody | null {
  const data = asObject(record['data'])
  if (record['kind'] !== 'part' || data?.['type'] !== 'tool') return null
  const tool = readTool(data)
  if (tool.call !== call || (tool.state !== 'completed' && tool.state !== 'error')) return null
  const isError = tool.state === 'error'
  const output = isError ? tool.error : tool.name === TASK_TOOL ? taskReport(tool.output) : tool.output
  const attachments = asObject(data['state'])?.['attachments']
  const images = Array.isArray(attachments) ? attachments.flatMap((one) => readImage(asObject(one) ?? {}) ?? []) : []
  return { at: tool.endedAt, isError, output, images }
}
