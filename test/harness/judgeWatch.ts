import type { AgentView, RunRow, TreeView } from '../../src/shared/views'
import type { Observer, Sighting } from './Observer'
import type { ExpectedRun } from './recordings'
import type { Appearance, WatchLedger } from './watchLedger'

/** How late anything on disk may be said. The issue promises a second; a crowded machine may ask for more. */
export const LIMIT_MS = Number(process.env['UNDERSTORY_REPLAY_LIMIT_MS'] ?? 1_000)

/** An agent may stand in a wrong place only while it says that it is a guess. */
function isProvisional(agent: AgentView): boolean {
  return agent.link.ambiguous || ['prompt-match', 'single-active', 'none'].includes(agent.link.evidence)
}

/** What a second witness saw on disk. */
export type Sightings = Pick<Observer, 'calls' | 'agents'>

interface Promised {
  readonly calls: readonly Sighting[]
  readonly agents: readonly Sighting[]
}

/** What the witness saw of this run, less what need not be shown: warm-ups, strays, copied history, the session itself. */
function promised(observer: Sightings, run: ExpectedRun): Promised {
  const waived = run.agents.filter((agent) => agent.hidden || agent.noCall || agent.optional)
  const ids = new Set(waived.flatMap((agent) => agent.id ?? []))
  const waivedOwner = (call: Sighting) => call.owner !== null && ids.has(call.owner)
  const calls = new Set(waived.map((agent) => agent.call))
  const ofRun = (map: ReadonlyMap<string, Sighting>) => [...map.values()].filter((sighting) => sighting.session === run.id)
  return {
    calls: ofRun(observer.calls).filter((call) => !calls.has(call.id) && !waivedOwner(call)),
    agents: ofRun(observer.agents).filter((agent) => agent.id !== run.id && !ids.has(agent.id)),
  }
}

function judgeTime(name: string, said: Appearance | undefined, seen: Sighting, sinceMs: number): string[] {
  if (!said) return [`${name} never appeared`]
  const lateMs = said.at - Math.max(seen.at, sinceMs)
  return lateMs > LIMIT_MS ? [`${name} appeared ${lateMs} ms after it was on disk`] : []
}

/**
 * Every call and every agent on disk was said, in time; calls at once under the agent that made them.
 * `sinceMs`: when the watch began to owe an answer; what was on disk before is late only from then on.
 */
export function judgeTimeliness(run: ExpectedRun, observer: Sightings, ledger: WatchLedger, sinceMs: number): string[] {
  const { calls, agents } = promised(observer, run)
  const ofCalls = calls.flatMap((call) => {
    const said = ledger.first.get(`call ${run.uri} ${call.id}`)
    const faults = judgeTime(`call ${call.id}`, said, call, sinceMs)
    const owner = call.owner ?? run.id
    if (said && said.parentId !== owner && !isProvisional(said.agent)) {
      faults.push(`call ${call.id} first appeared under ${said.parentId}, should be ${owner}`)
    }
    return faults
  })
  const ofAgents = agents.flatMap((agent) =>
    judgeTime(`agent ${agent.id}`, ledger.first.get(`id ${run.uri} ${agent.id}`), agent, sinceMs),
  )
  return [...ofCalls, ...ofAgents]
}

/** No agent ever stood for certain in a place that turned out to be wrong. */
export function judgePlacings(runUri: string, ledger: WatchLedger): string[] {
  return [...ledger.placings].flatMap(([name, placings]) => {
    const last = placings.at(-1)
    if (!last || last.agent.run !== runUri) return []
    const wrong = placings.filter((placing) => placing.parentId !== last.parentId && placing.agent.parent !== last.agent.parent)
    return wrong
      .filter((placing) => !isProvisional(placing.agent))
      .map(
        ({ agent, parentId }) =>
          `${name} stood under ${parentId ?? agent.parent} by ${agent.link.evidence}, ended under ${last.parentId}`,
      )
  })
}

const COMPARED = [
  ...([
    'key',
    'id',
    'parent',
    'number',
    'depth',
    'call',
    'calls',
    'type',
    'name',
    'description',
    'background',
    'hidden',
  ] as const),
  ...(['phase', 'status', 'status_source', 'waitingFor', 'error', 'link', 'started', 'updated', 'ended', 'durationMs'] as const),
  ...(['tools', 'messages', 'errors', 'usage', 'cost', 'context', 'model', 'activity'] as const),
]

function differences(watched: AgentView, fresh: AgentView): string[] {
  return COMPARED.flatMap((field) => {
    const [left, right] = [JSON.stringify(watched[field]), JSON.stringify(fresh[field])]
    return left === right
      ? []
      : [`${fresh.id ?? fresh.key}: ${field} is ${left} in the watch, ${right} in a fresh tree`.slice(0, 240)]
  })
}

/** Where the state the watch adds up to differs from what a fresh process says. */
export function judgeFinalState(ledger: WatchLedger, tree: TreeView): string[] {
  const watched = new Map(ledger.agentsOf(tree.uri).map((agent) => [agent.key, agent]))
  const fresh = [...tree.agents, ...tree.unplaced]
  const faults = fresh.flatMap((agent) => {
    const other = watched.get(agent.key)
    return other ? differences(other, agent) : [`${agent.id ?? agent.key} is in the tree but not in the watch`]
  })
  const known = new Set(fresh.map((agent) => agent.key))
  for (const agent of watched.values())
    if (!known.has(agent.key)) faults.push(`${agent.id ?? agent.key} is in the watch but not in the tree`)
  const row = ledger.runs.get(tree.uri)
  return [...faults, ...(row ? judgeRow(row, tree) : [`no row of ${tree.uri} in the watch`])]
}

const ROW_FIELDS = [
  'title',
  'cwd',
  'project',
  'version',
  'started',
  'updated',
  'ended',
  'live',
  'usage',
  'cost',
  'forkedFrom',
] as const

/** A run's row must say what its tree says. */
export function judgeRow(row: RunRow, tree: TreeView): string[] {
  const faults: string[] = []
  const same = (field: string, left: unknown, right: unknown) => {
    const [said, due] = [JSON.stringify(left ?? null), JSON.stringify(right ?? null)]
    if (said !== due) faults.push(`row of ${tree.uri}: ${field} is ${said}, the tree says ${due}`)
  }
  for (const field of ROW_FIELDS) same(field, row[field], tree[field])
  const root = tree.agents[0]
  same('status', row.status, root?.status)
  same('phase', row.phase, root?.phase)
  same('status_source', row.status_source, root?.status_source)
  const { agents: total, running, waiting, failed } = tree.totals
  same('agents', row.agents, { total, running, waiting, failed })
  return faults
}
