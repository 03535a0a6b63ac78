import { isRecord } from '../core/isRecord'

export interface SaidMessage {
  readonly role: string
  readonly content: unknown
}

/** What the Messages API would refuse: each call is answered exactly once, in the user's next message, and nothing else is answered. */
export function conversationFaults(messages: readonly SaidMessage[]): readonly string[] {
  // Other roles set up the request and say nothing.
  const turns = merge(messages.filter(({ role }) => role === 'user' || role === 'assistant'))
  const faults: string[] = []
  if (turns[0]?.role !== 'user') faults.push('does not start with the user')
  turns.forEach((turn, i) => {
    const before = turns[i - 1]
    const calls = turn.role === 'user' && before ? idsOf(before.blocks, 'tool_use', 'id') : []
    const results = turn.role === 'user' ? idsOf(turn.blocks, 'tool_result', 'tool_use_id') : []
    for (const id of calls) {
      const times = results.filter((result) => result === id).length
      if (times !== 1) faults.push(`${id} is answered ${times} times`)
    }
    for (const id of results) if (!calls.includes(id)) faults.push(`${id} is answered and was not called before`)
    if (turn.blocks.length === 0) faults.push(`message ${i} is empty`)
  })
  const last = turns.at(-1)
  if (last?.role === 'assistant') for (const id of idsOf(last.blocks, 'tool_use', 'id')) faults.push(`${id} is never answered`)
  return faults
}

interface Turn {
  readonly role: string
  readonly blocks: Readonly<Record<string, unknown>>[]
}

function merge(messages: readonly SaidMessage[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const { role, content } of messages) {
    const said = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const blocks = Array.isArray(said) ? said.filter(isRecord) : []
    const before = turns.at(-1)
    if (before?.role === role) before.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

function idsOf(blocks: Turn['blocks'], type: string, key: string): readonly string[] {
  return blocks.flatMap((block) => (block['type'] === type ? [String(block[key])] : []))
}
