import type { TreeView } from '../../src/shared/views'
import { compareTree } from './compareTree'
import { judgeFinalState, judgePlacings, judgeTimeliness, type Sightings } from './judgeWatch'
import type { Watch } from './openWatch'
import type { ReplayWatches } from './ReplayWatches'
import type { ExpectedAgent, ExpectedRun } from './recordings'
import { readTree } from './runCli'
import { treeInvariants } from './treeInvariants'
import type { Workspace } from './workspace'

/** Longer than any rule that waits for time to pass, such as "no child within 5 s". */
const SETTLE_MS = 8_000

/** What was told wrongly, late or twice of one run while its recording happened again, and where it ended elsewhere. */
export async function judgeReplayedRun(
  run: ExpectedRun,
  watches: ReplayWatches,
  witness: Sightings,
  { root, env }: Workspace,
): Promise<string[]> {
  const watch = watches.ofRun.get(run.uri)
  if (!watch) return [`${run.uri}: no growth of its own transcript in the recording`]
  const tree = await readTree(run.uri, env)
  const seen = new Set([...witness.agents.values()].map(({ id }) => id))
  const unseen = run.agents.filter((agent) => isOnDisk(agent) && !seen.has(agent.id ?? ''))
  const late = watches.late.get(run.uri)
  return [
    ...unseen.map(({ id }) => `the witness did not see ${id}`),
    ...(await judgeEnd(watch, tree)),
    ...judgeTimeliness(run, witness, watch.ledger, watch.ledger.snapshotAt),
    ...judgePlacings(run.uri, watch.ledger),
    ...compareTree(run, tree),
    ...treeInvariants(tree, root),
    ...(late ? (await judgeEnd(late, tree)).map((fault) => `late watch: ${fault}`) : []),
    ...(await judgeLive(run, tree, watches, witness)),
  ]
}

function isOnDisk(agent: ExpectedAgent): boolean {
  return agent.id !== null && agent.depth !== 0 && !agent.hidden && !agent.noCall && !agent.optional
}

/** A watch that is open in the middle of things says what a fresh process says then. */
export async function judgeMiddle(runs: readonly ExpectedRun[], watches: ReplayWatches, { env }: Workspace): Promise<string[]> {
  const faults: string[] = []
  for (const run of runs) {
    const watch = watches.ofRun.get(run.uri)
    // Not begun yet: there is nothing to compare with.
    if (!watch || watch.ledger.agentsOf(run.uri).length === 0) continue
    const ends = await judgeEnd(watch, await readTree(run.uri, env))
    faults.push(...ends.map((fault) => `in the middle: ${fault}`))
  }
  return faults
}

/** Until the watch has caught up, or for as long as it may take; what then differs is named. */
export async function judgeEnd(watch: Watch, tree: TreeView): Promise<string[]> {
  await watch.until('the final state', () => judgeFinalState(watch.ledger, tree).length === 0, SETTLE_MS).catch(() => null)
  return judgeFinalState(watch.ledger, tree)
}

/**
 * A run that a process holds is live, and the watch on all live runs shows it as it grows. Once it has ended it either leaves that
 * watch or stays with its final state.
 */
async function judgeLive(run: ExpectedRun, tree: TreeView, watches: ReplayWatches, witness: Sightings): Promise<string[]> {
  const since = watches.liveSince.get(run.id)
  const { live } = watches
  if (!live || since === undefined) return []
  const { ledger } = live
  const ending = () => (ledger.agentsOf(run.uri).length === 0 ? [] : judgeFinalState(ledger, tree))
  await live.until('the final state', () => ending().length === 0, SETTLE_MS).catch(() => null)
  const faults = ledger.wereLive.has(run.uri) ? [] : [`${run.uri} was never said to be live`]
  if (ledger.runs.get(run.uri)?.live) faults.push(`${run.uri} is still said to be live`)
  return [...faults, ...ending(), ...judgeTimeliness(run, witness, ledger, since)].map((fault) => `live watch: ${fault}`)
}
