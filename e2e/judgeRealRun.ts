import { randomUUID } from 'node:crypto'
import type { TreeView } from '../src/shared/views'
import { judgeFinalState, judgePlacings, judgeRow, judgeTimeliness } from '../test/harness/judgeWatch'
import { Observer } from '../test/harness/Observer'
import { openWatch, type Watch } from '../test/harness/openWatch'
import type { ExpectedRun } from '../test/harness/recordings'
import { readList, readTree } from '../test/harness/runCli'
import { treeInvariants } from '../test/harness/treeInvariants'
import type { WatchLedger } from '../test/harness/watchLedger'
import { withWorkspace } from '../test/harness/workspace'
import type { Scenario } from '../test/mocks/anthropic/scenario'
import { EXPECTED } from './expectedAgents'
import { judgeAgainstResult, judgeAgainstServed, judgeAgainstStream, judgeOutcomes } from './judgeStream'
import { type ClaudeSession, withClaude } from './withClaude'

/** What a real run is asked for beside its scenario. */
export interface RunPlan {
  readonly version: string
  readonly scenario: Scenario
  /** The version names its running sessions in `sessions/`: a watch on all live runs sees them from the start. */
  readonly hasRegistry: boolean
  /** SIGINT as soon as this many agents are at work. */
  readonly interruptAtAgents?: number
  /** The process ends by itself and waits for its agents: it received all that was served. */
  readonly isComplete: boolean
}

const SETTLE_MS = 8_000

async function interruptAtWork({ uri, claude }: ClaudeSession, watch: Watch, agents: number): Promise<string[]> {
  const atWork = () => watch.ledger.agentsOf(uri).filter((agent) => agent.parent && !agent.hidden && agent.tools > 0)
  try {
    await watch.until(`${agents} agents at work`, () => atWork().length === agents, 10_000)
    return []
  } catch (failure) {
    return [String(failure)]
  } finally {
    claude.interrupt()
  }
}

/** Warm-up agents are promised to nobody. That they are just that is judged with the recordings, here the tree is believed. */
function asTruth({ id, uri }: ClaudeSession, tree: TreeView): ExpectedRun {
  const hidden = tree.agents.filter((agent) => agent.hidden === 'warmup')
  return { id, uri, agents: hidden.map((agent) => ({ id: agent.id, hidden: 'warmup' })) }
}

interface Witnesses {
  /** On this run alone. */
  readonly watch: Watch
  /** On all live runs, where the version can be known to be live. */
  readonly live: Watch | null
  readonly observer: Observer
}

async function judgeSession(session: ClaudeSession, plan: RunPlan, witnesses: Witnesses): Promise<string[]> {
  const { uri, workspace, claude, model } = session
  const { watch, live, observer } = witnesses
  const faults = plan.interruptAtAgents ? await interruptAtWork(session, watch, plan.interruptAtAgents) : []
  const code = await claude.ended
  if (code !== 0 && !plan.interruptAtAgents) faults.push(`claude ended with ${code}: ${claude.stderr().slice(0, 300)}`)
  const tree = await readTree(uri, workspace.env)
  await watch.until('the final state', () => judgeFinalState(watch.ledger, tree).length === 0, SETTLE_MS).catch(() => null)
  observer.look()
  const truth = asTruth(session, tree)
  const ofLive = (ledger: WatchLedger) => [
    ...(ledger.wereLive.has(uri) ? [] : ['it was never said to be live']),
    ...judgeTimeliness(truth, observer, ledger, ledger.snapshotAt),
  ]
  return [
    ...faults,
    ...judgeFinalState(watch.ledger, tree),
    ...judgeTimeliness(truth, observer, watch.ledger, watch.ledger.snapshotAt),
    ...judgePlacings(uri, watch.ledger),
    ...(live ? ofLive(live.ledger) : []).map((fault) => `live watch: ${fault}`),
    ...model.unknown.map((request) => `the CLI asked for ${request}, which nobody plays`),
    ...(await judgeAfterwards(session, plan, tree)),
  ]
}

async function judgeAfterwards(
  { uri, workspace, claude, model }: ClaudeSession,
  plan: RunPlan,
  tree: TreeView,
): Promise<string[]> {
  const rows = await readList(workspace.env)
  return [
    ...(tree.live ? ['it is said to be live after its end'] : []),
    ...treeInvariants(tree, workspace.root),
    ...rows.filter((row) => row.uri === uri).flatMap((row) => judgeRow(row, tree)),
    ...(rows.length === 1 ? [] : [`the list has ${rows.length} runs, should have this one`]),
    ...judgeOutcomes(tree, EXPECTED[plan.scenario.name]?.[plan.version] ?? []),
    ...judgeAgainstStream(tree, claude.lines),
    ...(plan.isComplete ? judgeAgainstServed(tree, model.served) : []),
    // The older version's sum holds its helpers' requests too, which are in no transcript.
    ...(plan.isComplete && plan.hasRegistry ? judgeAgainstResult(tree, claude.lines) : []),
  ]
}

/**
 * Everything Understory says wrongly, late or twice about one run of the real CLI, while it runs and afterwards. The watches
 * are there first: before the run, before its project, before the CLI's own folder.
 */
export async function judgeRealRun(plan: RunPlan): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const id = randomUUID()
    const watch = await openWatch([`claude://${id}`], workspace.env)
    const live = plan.hasRegistry ? await openWatch([], workspace.env) : null
    const observer = new Observer(workspace.root)
    observer.start()
    const faults: string[] = []
    try {
      const judge = (session: ClaudeSession) => judgeSession(session, plan, { watch, live, observer })
      faults.push(...(await withClaude({ version: plan.version, scenario: plan.scenario, id, workspace }, judge)))
    } finally {
      observer.stop()
      await Promise.all([watch.close(), live?.close()])
    }
    return [...faults, ...watch.ledger.faults, ...(live?.ledger.faults ?? []).map((fault) => `live watch: ${fault}`)]
  })
}
