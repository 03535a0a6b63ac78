import type { AgentView, Evidence } from '../../shared/views'
import type { AgentSays } from '../event'
import type { AnswerFact, CallFact, LinkFact } from './facts'
import type { MergedFacts, MergedThread } from './mergeSources'

export interface EvidenceFact {
  readonly kind: Evidence
  readonly note: string
  readonly call: string | null
  readonly at: number
  /** The record it was read from; none for what a side file or a person says. */
  readonly from?: AnswerFact | LinkFact | CallFact
}

/** One agent of the run, placed: what started it, under whom it stands, and why. */
export interface Node {
  readonly key: string
  readonly id: string | null
  readonly thread: MergedThread | null
  readonly call: CallFact | null
  readonly answer: AnswerFact | null
  readonly says: AgentSays | undefined
  /** Every call that started or continued it, in order of time. */
  readonly calls: readonly string[]
  /** Other calls that did something with it. */
  readonly attended: readonly string[]
  /** Thread (not key) that made it; null where nobody knows. */
  readonly parentThread: string | null
  /** What its place rests on; null: the call itself, or nothing. */
  readonly winner: EvidenceFact | null
  /** Everything that speaks for some place, the winner first. */
  readonly evidence: readonly EvidenceFact[]
  readonly ambiguous: boolean
  readonly hidden: AgentView['hidden']
  /** What became of a person's word about it; `suspended`: kept, but not followed, or parents would go round in a circle. */
  readonly correction: 'none' | 'followed' | 'suspended'
  /** Where a person's word and the files disagree. */
  readonly conflict: string | null
}

export function rootNode(facts: MergedFacts, mainThread: string): Node {
  const thread = facts.threads.get(mainThread) ?? null
  return { ...BARE, key: mainThread, id: mainThread, thread, says: facts.says.get(mainThread) }
}

/** A call that no agent is known of. */
export function callNode(facts: MergedFacts, call: CallFact): Node {
  const answer = facts.answers.get(call.call) ?? null
  return { ...BARE, key: call.call, call, answer, calls: [call.call], parentThread: call.thread }
}

const BARE: Omit<Node, 'key'> = {
  id: null,
  thread: null,
  call: null,
  answer: null,
  says: undefined,
  calls: [],
  attended: [],
  parentThread: null,
  winner: null,
  evidence: [],
  ambiguous: false,
  hidden: null,
  correction: 'none',
  conflict: null,
}
