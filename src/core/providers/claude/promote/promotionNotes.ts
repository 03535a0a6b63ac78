import type { PlannedChain } from './planChain'

export interface NotedPromotion {
  readonly chain: PlannedChain
  readonly run: string
  readonly isRunning: boolean
  readonly isTorn: boolean
  /** Where the agent worked and where the session starts. */
  readonly folders: { readonly worked: string | null; readonly start: string }
}

/** What a person should know before going on, most important first. */
export function promotionNotes({ chain, run, isRunning, isTorn, folders }: NotedPromotion): readonly string[] {
  const { unanswered, wasCut, leftOut, isCompacted, hadNoise, lostTail } = chain
  const isStoredAside = chain.items.some((item) => item.kind === 'record' && item.record.isStoredAside)
  const said: readonly (readonly [boolean, string])[] = [
    [
      isRunning,
      'The agent is still at work: both will act on the same files, and nothing that either does from now on reaches the other.',
    ],
    [
      unanswered.length > 0,
      `${callsOf(chain)} ${unanswered.length === 1 ? 'has' : 'have'} no result: answered as interrupted${isRunning ? ', though still going on' : ''}.`,
    ],
    [wasCut, 'The last response is left out because calls of it have no results.'],
    [leftOut > 0, `Cut after the message you chose: ${leftOut} later ${leftOut === 1 ? 'record stays' : 'records stay'} behind.`],
    [hadNoise && leftOut === 0, 'The error that the agent ended with is left out.'],
    [
      lostTail !== null,
      `Line ${(lostTail?.line ?? 0) + 1} of its transcript, after the last message, cannot be read and is left out.`,
    ],
    [isTorn, 'The last line of its transcript is not complete and is left out.'],
    [isCompacted, 'The agent had been compacted: it goes on from its summary.'],
    [isStoredAside, `Long outputs stay in files of the session ${run}: if that is deleted, they cannot be read again.`],
    [
      folders.worked !== null && folders.worked !== folders.start,
      `The agent worked in ${folders.worked}; the session starts in ${folders.start}.`,
    ],
    [true, '`claude --continue` in this folder opens the last written run, from now on perhaps this one.'],
  ]
  return said.flatMap(([holds, text]) => (holds ? [text] : []))
}

function callsOf({ unanswered }: PlannedChain): string {
  const names = unanswered.map(({ name, id }) => name || id)
  return names.length === 1 ? `The call of ${names[0]}` : `${names.length} calls (${names.join(', ')})`
}
