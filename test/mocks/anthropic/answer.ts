import type { ApiRequest, Block, ModelUsage, Scenario, Step } from './scenario'

interface ToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | ToolUse

export interface Answer {
  readonly id: string
  readonly model: string
  readonly content: readonly ContentBlock[]
  readonly stopReason: 'tool_use' | 'end_turn'
  readonly usage: Required<ModelUsage>
}

/** Numbers ids as the API names them, so that a log can be read beside a transcript. */
export class Ids {
  private readonly counts = new Map<string, number>()

  next(prefix: 'msg_01' | 'toolu_01' | 'req_011'): string {
    const count = (this.counts.get(prefix) ?? 0) + 1
    this.counts.set(prefix, count)
    return `${prefix}Mock${String(count).padStart(18, '0')}`
  }
}

function contentBlock(block: Block, offered: readonly string[], ids: Ids): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block }
  if ('thinking' in block) return { type: 'thinking', thinking: block.thinking, signature: 'bW9jay1zaWduYXR1cmU=' }
  const names = typeof block.tool === 'string' ? [block.tool] : block.tool
  const name = names.find((candidate) => offered.includes(candidate)) ?? names[0] ?? ''
  return { type: 'tool_use', id: ids.next('toolu_01'), name, input: block.input }
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return block.thinking
    case 'tool_use':
      return JSON.stringify(block.input)
    default:
      return block satisfies never
  }
}

export function composeAnswer(scenario: Scenario, step: Step, request: ApiRequest, ids: Ids): Answer {
  const offered = (request.tools ?? []).flatMap((tool) => tool.name ?? [])
  const content = (step.blocks ?? []).map((block) => contentBlock(block, offered, ids))
  const output_tokens = content.reduce((sum, block) => sum + Math.max(1, Math.ceil(textOf(block).length / 4)), 0)
  const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return {
    id: ids.next('msg_01'),
    model: request.model ?? 'claude-mock',
    content,
    stopReason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 12, ...cache, output_tokens, ...scenario.usage, ...step.usage },
  }
}

/** The answer as one JSON document, for clients that do not stream. */
export function wholeMessage(answer: Answer): Record<string, unknown> {
  const { id, model, content, stopReason, usage } = answer
  return { id, type: 'message', role: 'assistant', model, content, stop_reason: stopReason, stop_sequence: null, usage }
}

type StreamEvent = Record<string, unknown> & { readonly type: string }

function blockEvents(block: ContentBlock, index: number): StreamEvent[] {
  const delta = (body: Record<string, unknown>): StreamEvent => ({ type: 'content_block_delta', index, delta: body })
  const start = (content_block: Record<string, unknown>): StreamEvent => ({ type: 'content_block_start', index, content_block })
  const stop: StreamEvent = { type: 'content_block_stop', index }
  switch (block.type) {
    case 'text':
      return [start({ type: 'text', text: '' }), delta({ type: 'text_delta', text: block.text }), stop]
    case 'thinking': {
      const thinking = delta({ type: 'thinking_delta', thinking: block.thinking })
      const signature = delta({ type: 'signature_delta', signature: block.signature })
      return [start({ type: 'thinking', thinking: '', signature: '' }), thinking, signature, stop]
    }
    case 'tool_use': {
      const input = delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) })
      return [start({ ...block, input: {} }), input, stop]
    }
    default:
      return block satisfies never
  }
}

/** The answer as server-sent events. As in the real API the first one carries a placeholder for the output count. */
export function streamEvents(answer: Answer): StreamEvent[] {
  const { stopReason, usage } = answer
  const message = { ...wholeMessage(answer), content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  return [
    { type: 'message_start', message },
    { type: 'ping' },
    ...answer.content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}
