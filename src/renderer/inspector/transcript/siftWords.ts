import type { SiftKind } from '../../../shared/transcriptSift'

export const siftWords: Readonly<Record<SiftKind, string>> = {
  prompt: 'prompts',
  text: 'text',
  thinking: 'thinking',
  tool: 'tool calls',
  error: 'errors',
  notice: 'notices',
}
