import type { Phase } from '../../shared/views'
import type { ExitCode } from '../command'

/** What is known when a session of ours is followed no longer. */
export interface LaunchEnd {
  /**
   * A person pressed Ctrl-C (130) or closed the terminal (129), or another program ended us (143), as the system's own shells count it;
   * 0: nobody reads any more what is written.
   */
  readonly signalled: ExitCode | null
  readonly trouble: string | null
  /** Requests that went away without a person's word. */
  readonly unanswered: number
  readonly isStoppedElsewhere: boolean
  /** Null: it runs on, or nobody saw it end. */
  readonly exit: { readonly code: number | null } | null
  /** Agents that were at work when it ended. */
  readonly cutOff: number
  /** Of the session's own conversation; null: nothing of it can be read. */
  readonly root: Phase | null
}

/** 0 only where every turn came to its end by itself. */
export function judgeEnd({ signalled, trouble, unanswered, isStoppedElsewhere, exit, cutOff, root }: LaunchEnd): ExitCode {
  if (signalled !== null) return signalled
  if (trouble !== null || unanswered > 0 || cutOff > 0 || isStoppedElsewhere) return 1
  if (root === 'failed' || root === 'interrupted') return 1
  return (exit?.code ?? 0) === 0 ? 0 : 1
}
