import type { TreeView } from '../src/shared/views'
import { judgeFinalState, judgePlacings, judgeRow, judgeTimeliness } from '../test/harness/judgeWatch'
import { readList, readTree } from '../test/harness/runCli'
import { treeInvariants } from '../test/harness/treeInvariants'
import { type CountTokens, judgePlayedRun } from './judgePlayedRun'
import { judgeStored } from './judgeStored'
import type { PlayedRun } from './playedRun'
import type { Stage } from './Stage'

const SETTLE_MS = 8_000
/** Whether a process is alive is asked once a second: what was over sooner need not have been found. */
const SURELY_SEEN_MS = 2_500

function workedFor({ started, updated }: TreeView): number {
  return started && updated ? Date.parse(updated) - Date.parse(started) : 0
}

/** Everything Understory says wrongly, late or twice about a run, while it ran and afterwards. */
export async function judgeWatchedRun(run: PlayedRun, stage: Stage, countTokens: CountTokens): Promise<string[]> {
  const { workspace, witness, watch, model } = stage
  const stored = judgeStored(run, witness)
  if (stored.length > 0) return stored
  const tree = await readTree(run.uri, workspace.env)
  const { ledger } = watch
  await watch.until('the final state', () => judgeFinalState(ledger, tree).length === 0, SETTLE_MS).catch(() => null)
  const truth = { id: run.id, uri: run.uri, agents: [] }
  const rows = (await readList(workspace.env)).filter(({ uri }) => uri === run.uri)
  return [
    ...treeInvariants(tree, workspace.root),
    ...judgePlayedRun(run, tree, { witness, served: model.served, countTokens }),
    ...(rows.length === 1 ? [] : [`the list has ${rows.length} rows of it`]),
    ...rows.flatMap((row) => judgeRow(row, tree)),
    ...judgeFinalState(ledger, tree),
    ...judgeTimeliness(truth, witness, ledger, ledger.snapshotAt),
    ...judgePlacings(run.uri, ledger),
    ...(workedFor(tree) < SURELY_SEEN_MS || ledger.wereLive.has(run.uri) ? [] : ['it was never said to be live']),
  ]
}
