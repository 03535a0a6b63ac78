import type { ThreadState } from '../liveChannel'
import { guestOf } from './guestOf'
import { latestPart, type MergedFacts } from './mergeSources'
import { NOT_LIVE, phaseOf, phaseOfRoot, type Verdict } from './phaseOf'
import type { PlacedNode } from './placeNodes'
import type { Run } from './run'

export interface Judged {
  readonly verdict: Verdict
  readonly waitingFor: 'permission' | 'question' | null
  /** The word of the process that holds it, where it waits or tries again; null: it gave none. */
  readonly spoken: ThreadState | null
}

export function judgeAgents(run: Run, merged: MergedFacts, placed: readonly PlacedNode[]): Judged[] {
  const { liveness } = run
  const judged = placed.map((_, i) => judgeAgent(run, merged, placed, i))
  if (isJudgedTogether(run)) blameWaiting(merged, placed, judged, liveness)
  return judged
}

/** Who waits is a question about all agents at once; every other verdict is about one. */
export function isJudgedTogether({ liveness }: Run): boolean {
  return liveness.live && liveness.activity === 'waiting'
}

export function judgeAgent(run: Run, merged: MergedFacts, placed: readonly PlacedNode[], i: number): Judged {
  const node = placed[i]?.node
  if (!node) throw new Error('only placed agents are judged')
  const guest = guestOf(run, node)
  const liveness = guest === null ? run.liveness : (run.guestLiveness.get(guest) ?? NOT_LIVE)
  const state = liveness.threads.get(node.id ?? '')
  const verdict =
    i === 0
      ? phaseOfRoot(node.thread ? latestPart(node.thread) : null, liveness, state)
      : phaseOf(node, merged.endings.get(node.id ?? '') ?? [], liveness)
  const isSpoken = state?.activity === (verdict.phase === 'waiting' ? 'waiting' : 'retry')
  return {
    verdict,
    waitingFor: verdict.phase === 'waiting' ? (state?.waitingFor ?? null) : null,
    spoken: isSpoken && state ? state : null,
  }
}

/** What is asked about is written down at the same time as it is asked, by another hand. */
const SLACK_MS = 500

/**
 * The session says that it waits, not which agent. The one whose tool call was made last, but not after the waiting began, and has
 * no answer waits; spawning calls do not count, their agents do the waiting.
 */
function blameWaiting(
  merged: MergedFacts,
  placed: readonly PlacedNode[],
  judged: Judged[],
  { waitingFor: told, waitingSince }: Run['liveness'],
): void {
  const until = waitingSince + SLACK_MS
  let found = 0
  let foundAt = Number.NEGATIVE_INFINITY
  let isTimely = false
  placed.forEach(({ node }, i) => {
    if (i > 0 && judged[i]?.verdict.phase !== 'running') return
    const latest = node.thread ? latestPart(node.thread) : null
    for (const [tool, at] of latest?.openTools ?? []) {
      const isBefore = at <= until
      if (merged.calls.has(tool) || (isTimely && !isBefore)) continue
      if (isBefore === isTimely && !(at >= foundAt)) continue
      found = i
      foundAt = at
      isTimely = isBefore
    }
  })
  const waitingFor = told ?? 'permission'
  judged[found] = { verdict: { phase: 'waiting', source: 'protocol', error: null }, waitingFor, spoken: null }
  if (found !== 0) judged[0] = { verdict: { phase: 'running', source: 'protocol', error: null }, waitingFor: null, spoken: null }
}
