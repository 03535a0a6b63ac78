import { oneLine } from './neutraliseText'
import type { TranscriptItem } from './views'

/** Who speaks, in the words the app uses. */
export function itemTitle(item: TranscriptItem): string {
  switch (item.kind) {
    case 'prompt':
      return 'Prompt'
    case 'text':
      return item.role === 'assistant' ? 'Agent' : item.role === 'user' ? 'Prompt' : 'System'
    case 'thinking':
      return 'Thinking'
    case 'tool':
      return `Call: ${oneLine(item.tool?.name ?? 'unknown')}`
    case 'notice':
      return 'Notice'
    case 'compaction':
      return 'Context compacted'
    case 'error':
      return 'Error'
    default:
      return item.kind satisfies never
  }
}
