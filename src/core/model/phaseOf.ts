import type { Phase, StatusSource } from '../../shared/views'
import type { ThreadState } from '../liveChannel'
import type { EndingFact, ThreadFacts } from './facts'
import type { Node } from './linkNode'
import { latestPart } from './mergeSources'

/** What is known of the process that owns a run, from outside the transcripts. */
export interface Liveness {
  readonly live: boolean
  /** The session's own word, where its registry gives one. */
  readonly activity: 'busy' | 'idle' | 'waiting' | null
  readonly waitingFor: 'permission' | 'question' | null
  /** When it began to wait, where that is said; NaN: it is not. */
  readonly waitingSince: number
  /** Threads of the run that a process speaks for one by one. */
  readonly threads: ReadonlyMap<string, ThreadState>
  /** True: a thread that is not among `threads` is held by nobody. */
  readonly isPerThread: boolean
  /** When `threads` was looked at: who has written since was held by somebody. NaN: not known. */
  readonly asOf: number
  /** How its program ended, where it was ours; null: it has not, or nobody saw it. */
  readonly end: RunEnd | null
}

/** `failed`: by itself, with an exit code; `stopped`: by a person's word. */
export interface RunEnd {
  readonly how: 'failed' | 'stopped'
  readonly message: string | null
  readonly at: number
}

const NO_THREADS: ReadonlyMap<string, ThreadState> = new Map()

export const NOT_LIVE: Liveness = {
  live: false,
  activity: null,
  waitingFor: null,
  waitingSince: Number.NaN,
  threads: NO_THREADS,
  isPerThread: false,
  asOf: Number.NaN,
  end: null,
}

export interface Verdict {
  readonly phase: Phase
  readonly source: StatusSource
  readonly error: string | null
}

/** Records carry the time of their writer, the end that of who saw it. */
const WRITTEN_AT_THE_END_MS = 2000

/** Recomputed from the facts on every change: agents come back to life, so nothing may be remembered here. */
export function phaseOf(node: Node, endings: readonly EndingFact[], ofRun: Liveness): Verdict {
  const state = node.id === null ? undefined : ofRun.threads.get(node.id)
  const spoken = phaseOfState(state)
  if (spoken) return spoken
  const liveness = node.thread ? ofThread(ofRun, state, node.thread.updatedAt) : ofRun
  if (!node.thread) return phaseWithoutThread(node, endings, liveness)
  const thread = latestPart(node.thread)
  const own = ownEnd(thread)
  if (own && own.phase !== 'completed') return own
  if (node.says?.stopped) return verdict('stopped', 'protocol')
  if (node.says?.finished) return verdict('completed', 'protocol')
  const updatedAt = node.thread.updatedAt
  const notice = newest(endings, 'notice')
  const isNews = notice !== null && !(notice.at < updatedAt)
  if (thread.tellsTurns && !own) return openTurn(liveness, updatedAt)
  // Old releases write down that a turn ended, but not that it failed: the caller knows, and may know it first.
  if (thread.tellsTurns && own) return notice?.how === 'failed' && !(notice.at < thread.turnBeganAt) ? told(notice) : own
  if (isNews) return told(notice)
  const answered = phaseOfAnswer(node, updatedAt)
  if (answered) return answered
  if (newest(endings, 'journal')) return verdict('completed', 'protocol')
  if (own && thread.turn.kind === 'ended' && (thread.turn.sure || !liveness.live)) return own
  return openTurn(liveness, updatedAt)
}

function openTurn({ live, end }: Liveness, updatedAt: number): Verdict {
  if (live) return verdict('running', 'inferred')
  // It went with its session; what broke that one off is not its own failure.
  const stopped = end?.how === 'stopped' ? endedWith(end, updatedAt) : null
  return stopped ?? verdict('orphaned', 'inferred')
}

function told({ how, message }: EndingFact): Verdict {
  return { phase: how, source: 'parent_rollout', error: how === 'failed' ? message : null }
}

/** The main thread belongs to the person: its turn is what runs or ends. */
export function phaseOfRoot(thread: ThreadFacts | null, ofRun: Liveness, state?: ThreadState): Verdict {
  const spoken = phaseOfState(state)
  if (spoken) return spoken
  // Its agents may outlive it, and it may be loaded without them.
  const liveness = ofThread(ofRun, state, thread?.updatedAt ?? Number.NaN)
  if (liveness.live && liveness.activity === 'busy') return verdict('running', 'protocol')
  if (liveness.live && liveness.activity === 'waiting') return verdict('waiting', 'protocol')
  const own = thread ? ownEnd(thread) : null
  if (liveness.live && liveness.activity === 'idle') return own ?? verdict('completed', 'protocol')
  if (own && (!liveness.live || (thread?.turn.kind === 'ended' && thread.turn.sure))) return own
  if (liveness.live) return verdict('running', 'inferred')
  return endedWith(liveness.end, thread?.updatedAt ?? Number.NaN) ?? verdict('orphaned', 'inferred')
}

/** Whoever has written since was another program, and nobody saw how that one ended. */
export function endedWith(end: RunEnd | null, updatedAt: number): Verdict | null {
  if (end === null || updatedAt > end.at + WRITTEN_AT_THE_END_MS) return null
  return { phase: end.how, source: 'protocol', error: end.message }
}

/** Where threads are held one by one, the run's being alive says nothing of this one. */
function ofThread(ofRun: Liveness, state: ThreadState | undefined, updatedAt: number): Liveness {
  if (!ofRun.isPerThread) return ofRun
  return { ...ofRun, live: state !== undefined || (ofRun.live && updatedAt > ofRun.asOf) }
}

/** What the process itself says of this one thread. Idle is left to the records: they settle a moment later. */
function phaseOfState(state: ThreadState | undefined): Verdict | null {
  if (state?.activity === 'waiting') return verdict('waiting', 'protocol')
  if (state?.activity === 'busy' || state?.activity === 'retry') return verdict('running', 'protocol')
  return null
}

function ownEnd(thread: ThreadFacts): Verdict | null {
  if (thread.turn.kind === 'open') return null
  return { phase: thread.turn.how, source: 'child_rollout', error: thread.turn.how === 'failed' ? thread.turn.message : null }
}

function newest(endings: readonly EndingFact[], voice: EndingFact['voice']): EndingFact | null {
  let found: EndingFact | null = null
  for (const ending of endings) if (ending.voice === voice && (!found || ending.at >= found.at)) found = ending
  return found
}

function phaseOfAnswer(node: Node, updatedAt: number): Verdict | null {
  const answer = node.answer
  if (!answer || answer.at < updatedAt) return null
  switch (answer.answer) {
    case 'completed':
      return verdict('completed', 'parent_rollout')
    case 'failed':
    case 'refused':
      return { phase: 'failed', source: 'parent_rollout', error: answer.message }
    case 'interrupted':
      return verdict('interrupted', 'parent_rollout')
    case 'launched':
      return null
    default:
      return answer.answer satisfies never
  }
}

function phaseWithoutThread(node: Node, endings: readonly EndingFact[], liveness: Liveness): Verdict {
  if (node.says?.stopped) return verdict('stopped', 'protocol')
  if (node.says?.finished) return verdict('completed', 'protocol')
  const notice = newest(endings, 'notice')
  if (notice) return told(notice)
  const answered = phaseOfAnswer(node, Number.NEGATIVE_INFINITY)
  if (answered) return answered
  if (liveness.live) return verdict('starting', node.answer ? 'parent_rollout' : 'inferred')
  // Its side file says that it began; nobody is left to say how it ended.
  if (node.says) return verdict('orphaned', 'inferred')
  return verdict('unknown', 'inferred')
}

function verdict(phase: Phase, source: StatusSource): Verdict {
  return { phase, source, error: null }
}
