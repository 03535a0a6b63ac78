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
  if (node.thread !== null || node.id === null) return null
  const how = node.answer?.answer
  // Others were told how it ended, so it had a file of its own.
  if (how === 'completed' || how === 'failed' || run.derived?.merged.endings.has(node.id)) return 'its file is gone'
  // While somebody is at work it may be about to be written.
  return how === 'launched' && !isAnyLive(run) ? 'no file of it was found' : null
}

function isAnyLive({ liveness, guestLiveness }: Run): boolean {
  if (liveness.live) return true
  for (const { live } of guestLiveness.values()) if (live) return true
  return false
}
