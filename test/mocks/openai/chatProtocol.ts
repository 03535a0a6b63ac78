import type { ScriptBlock } from '../script'
import type { ModelAnswer, ModelRequest, Protocol } from '../startScriptedModel'

interface ChatMessage {
  readonly role: string
  readonly content?: string | readonly { readonly text?: string }[] | null
}

interface ChatBody {
  readonly model?: string
  readonly messages?: readonly ChatMessage[]
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[]
}

function textOf({ content }: ChatMessage): string {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')
}

function turnsOf(messages: readonly ChatMessage[]): ModelRequest['turns'] {
  return messages.flatMap((message): ModelRequest['turns'] => {
    if (message.role === 'user') return [{ kind: 'asked', text: textOf(message) }]
    if (message.role === 'assistant') return [{ kind: 'answered' }]
    return message.role === 'tool' ? [{ kind: 'returned', text: textOf(message) }] : []
  })
}

type Delta = Readonly<Record<string, unknown>>

function deltasOf(block: ScriptBlock, index: number, answer: ModelAnswer): Delta[] {
  if (typeof block === 'string') return [{ content: block }]
  if ('thinking' in block) return [{ reasoning_content: block.thinking }]
  const call = 'shell' in block ? { tool: 'bash', input: { command: block.shell, description: 'Look at the project' } } : block
  const { id, tool, input } = answer.callOf(call)
  const opening = { index, id, type: 'function', function: { name: tool, arguments: '' } }
  return [{ tool_calls: [opening] }, { tool_calls: [{ index, function: { arguments: JSON.stringify(input) } }] }]
}

function* frames(answer: ModelAnswer, { model }: ModelRequest): Iterable<string> {
  const { blocks = [], error } = answer.step
  const head = { id: `chatcmpl-mock-${answer.number}`, object: 'chat.completion.chunk', created: 1_790_000_000, model }
  const frame = (body: object) => `data: ${JSON.stringify({ ...head, ...body })}\n\n`
  const say = (delta: Delta, finish_reason: string | null = null) => frame({ choices: [{ index: 0, delta, finish_reason }] })
  yield say({ role: 'assistant', content: '' })
  let calls = 0
  for (const block of blocks) {
    for (const delta of deltasOf(block, calls, answer)) yield say(delta)
    if (typeof block !== 'string' && !('thinking' in block)) calls += 1
  }
  if (error) return yield `data: ${JSON.stringify({ error: { message: error.message, type: 'server_error' } })}\n\n`
  yield say({}, calls > 0 ? 'tool_calls' : 'stop')
  const { input, cached, output, reasoning } = answer.usage
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
  yield frame({ choices: [], usage })
  yield 'data: [DONE]\n\n'
}

/** Chat completions, as OpenCode's openai-compatible provider speaks them. */
export const chatProtocol: Protocol<ModelRequest> = {
  path: '/chat/completions',
  read: (text) => {
    const body = JSON.parse(text) as ChatBody
    const tools = (body.tools ?? []).flatMap((tool) => tool.function?.name ?? [])
    return { model: body.model ?? 'mock', turns: turnsOf(body.messages ?? []), tools, conversation: null }
  },
  refuse: (message) => ({ error: { message, type: 'invalid_request_error', code: 'mock' } }),
  frames,
}
