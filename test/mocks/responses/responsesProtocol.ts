import type { IncomingMessage } from 'node:http'
import type { ScriptBlock } from '../script'
import type { CalledTool, ModelAnswer, ModelRequest, Protocol } from '../startScriptedModel'

interface InputItem {
  readonly type?: string
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string; readonly encrypted_content?: string }[]
  readonly output?: string | readonly { readonly text?: string }[]
  readonly tools?: readonly ToolSpec[]
}

interface ToolSpec {
  readonly type?: string
  readonly name?: string
  readonly tools?: readonly { readonly name?: string }[]
}

interface ResponsesBody {
  readonly model?: string
  readonly prompt_cache_key?: string
  readonly input?: readonly InputItem[]
  readonly tools?: readonly ToolSpec[]
}

interface ResponsesRequest extends ModelRequest {
  /** Tool → the namespace it must be called in; null: none. */
  readonly namespaces: ReadonlyMap<string, string | null>
}

function textOf(content: InputItem['content'] | InputItem['output']): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? ('encrypted_content' in part ? part.encrypted_content : '') ?? '').join('\n')
}

/** Several items are one answer, and nothing says where it ends but what comes between. */
function turnsOf(items: readonly InputItem[]): ModelRequest['turns'] {
  let isAnswer = false
  return items.flatMap((item): ModelRequest['turns'] => {
    const isAsked = item.role === 'user' || item.type === 'agent_message'
    const isReturned = item.type?.endsWith('_output') ?? false
    const wasAnswer = isAnswer
    isAnswer = item.role === 'assistant' || item.type === 'reasoning' || (item.type?.endsWith('_call') ?? false)
    if (isAsked) return [{ kind: 'asked', text: textOf(item.content) }]
    if (isReturned) return [{ kind: 'returned', text: textOf(item.output) }]
    return isAnswer && !wasAnswer ? [{ kind: 'answered' }] : []
  })
}

/** Newer models are given their tools as an item of the input. */
function namespacesOf(body: ResponsesBody): Map<string, string | null> {
  const added = (body.input ?? []).flatMap((item) => (item.type === 'additional_tools' ? (item.tools ?? []) : []))
  const entries = [...(body.tools ?? []), ...added].flatMap((spec): [string, string | null][] =>
    spec.type === 'namespace'
      ? (spec.tools ?? []).map((tool) => [tool.name ?? '', spec.name ?? null])
      : [[spec.name ?? spec.type ?? '', null]],
  )
  return new Map(entries)
}

/** Releases before 0.110 name the tools and their arguments otherwise. */
function inOldWords(call: CalledTool, offered: ReadonlyMap<string, unknown>): CalledTool {
  if (offered.has('wait_agent') || !offered.has('wait')) return call
  const { targets, target, ...rest } = call.input
  const input = { ...rest, ...(targets ? { ids: targets } : {}), ...(target ? { id: target } : {}) }
  return { ...call, tool: call.tool === 'wait_agent' ? 'wait' : call.tool, input }
}

type OutputItem = Readonly<Record<string, unknown>>

function callItem(call: CalledTool, namespaces: ResponsesRequest['namespaces']): OutputItem {
  const namespace = namespaces.get(call.tool)
  const name = { name: call.tool, ...(namespace ? { namespace } : {}) }
  return { type: 'function_call', status: 'completed', call_id: call.id, ...name, arguments: JSON.stringify(call.input) }
}

/** A shell command is a tool of its own, or JavaScript where the model works in code mode. */
function shellItem(cmd: string, answer: ModelAnswer, namespaces: ResponsesRequest['namespaces']): OutputItem {
  const call = answer.callOf({ tool: 'exec_command', input: { cmd } })
  if (namespaces.has('exec_command') || !namespaces.has('exec')) return callItem(call, namespaces)
  const input = `const r = await tools.exec_command({ cmd: ${JSON.stringify(cmd)} });\ntext(r.output ?? r);`
  const namespace = namespaces.get('exec')
  const name = { name: 'exec', ...(namespace ? { namespace } : {}) }
  return { type: 'custom_tool_call', status: 'completed', call_id: call.id, ...name, input }
}

function itemOf(block: ScriptBlock, answer: ModelAnswer, { namespaces }: ResponsesRequest): OutputItem {
  if (typeof block === 'string') {
    const content = [{ type: 'output_text', text: block, annotations: [] }]
    return { type: 'message', role: 'assistant', status: 'completed', content }
  }
  if ('thinking' in block) {
    return { type: 'reasoning', summary: [{ type: 'summary_text', text: block.thinking }], encrypted_content: null }
  }
  if ('shell' in block) return shellItem(block.shell, answer, namespaces)
  return callItem(inOldWords(answer.callOf(block), namespaces), namespaces)
}

function* frames(answer: ModelAnswer, request: ResponsesRequest): Iterable<string> {
  const { blocks = [], error } = answer.step
  const response = { id: `resp_mock_${answer.number}`, object: 'response' }
  let sequence_number = 0
  const frame = (type: string, body: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...body })}\n\n`
  yield frame('response.created', { response: { ...response, status: 'in_progress', output: [] } })
  for (const [output_index, block] of blocks.entries()) {
    const item = { id: `item_mock_${answer.number}_${output_index}`, ...itemOf(block, answer, request) }
    const unfilled = { status: 'in_progress', arguments: '', input: '', content: [], summary: [] }
    const known = Object.entries(unfilled).filter(([field]) => field in item)
    yield frame('response.output_item.added', { output_index, item: { ...item, ...Object.fromEntries(known) } })
    if (typeof block === 'string') {
      yield frame('response.output_text.delta', { item_id: item.id, output_index, content_index: 0, delta: block })
    }
    yield frame('response.output_item.done', { output_index, item })
  }
  if (error) {
    const failure = { code: 'server_error', message: error.message }
    return yield frame('response.failed', { response: { ...response, status: 'failed', error: failure } })
  }
  const { input, cached, output, reasoning } = answer.usage
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
  yield frame('response.completed', { response: { ...response, status: 'completed', output: [], usage } })
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** The Responses API, as Codex speaks it. */
export const responsesProtocol: Protocol<ResponsesRequest> = {
  path: '/responses',
  read: (text, request) => {
    const body = JSON.parse(text) as ResponsesBody
    const namespaces = namespacesOf(body)
    const named = header(request, 'thread-id') ?? body.prompt_cache_key ?? header(request, 'session_id')
    const turns = turnsOf(body.input ?? [])
    return { model: body.model ?? 'mock', turns, tools: [...namespaces.keys()], conversation: named, namespaces }
  },
  refuse: (message) => ({ error: { message, type: 'invalid_request_error', code: 'invalid_value' } }),
  frames,
}
