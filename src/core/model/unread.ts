import type { Node } from './linkNode'
import type { Run } from './run'

/** A source that could not be read, and whose words it holds. */
export interface UnreadSource {
  readonly thread: string
  /** The folder it lies in, as its provider names projects. */
  readonly project: string
  readonly reason: string
  readonly line: number
}

/** Why an agent has less to show than it did; null: all there is of it was read. */
export function unreadOf(run: Run, node: Node): string | null {
  for (const { thread, reason } of run.unread.values()) if (thread === node.id) return `cannot be read: ${reason}`
  // Its parent was told how it ended, so it had a file of its own.
  const how = node.thread === null && node.id !== null ? node.answer?.answer : undefined
  return how === 'completed' || how === 'failed' ? 'its file is gone' : null
}
