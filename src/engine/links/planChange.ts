import type { LaunchFact } from '../../core/model/facts'
import type { Derived } from '../../core/model/run'
import { AgentKey } from '../../shared/ids'
import { isGuestRoot } from '../../shared/isGuestRoot'
import type { LinkChange, LinkRefusal, LinkRule } from '../../shared/linkChange'
import { fail, ok, type Result } from '../../shared/result'
import type { AgentView, TreeView } from '../../shared/views'
import type { LinkAct } from './linkAct'

/** The run as it stands, for the question whether it may be changed so. */
export interface PlanInput {
  readonly tree: TreeView
  readonly derived: Derived
  /** Calls that started sessions of other products. */
  readonly launches: readonly Pick<LaunchFact, 'call' | 'thread'>[]
  /** Which other run an id belongs to; null: none that is known. */
  readonly runElsewhere: (id: string) => string | null
  /** The address of a session of another product that is not in the tree; null: none that is known. */
  readonly sessionNamed: (name: string) => string | null
}

/** What is to be kept: agents by the names they have in the files, never by keys that a change may move. */
export type Planned = Pick<LinkAct, 'agent' | 'change'>

/** Refuses what cannot hold; the rest in the words of the store. */
export function planChange(input: PlanInput, key: string, change: LinkChange): Result<Planned, LinkRefusal> {
  const found = findMover(input, key)
  if (!found.ok) return found
  const mover = found.value
  if (mover.key === input.tree.root) return refuse('root', `${key} is the run itself: it hangs under nobody`)
  const { agent } = mover
  switch (change.kind) {
    case 'unlink':
    case 'hide':
    case 'clear':
      return ok({ agent, change })
    case 'place': {
      const placed = planPlace(input, mover, change)
      return placed.ok ? ok({ agent, change: placed.value }) : placed
    }
    default:
      return change satisfies never
  }
}

/** Who is to stand elsewhere, in the tree or not yet, and its name in the store. */
interface Mover extends Pick<AgentView, 'key' | 'id'> {
  readonly agent: LinkAct['agent']
}

/** A session of another product goes by its address: it may leave the tree by what is said of it, and come back. */
function findMover(input: PlanInput, key: string): Result<Mover, LinkRefusal> {
  const found = findAgent(input, key)
  if (found.ok) {
    const { key: own, id, uri } = found.value
    const agent = isGuestRoot(found.value) ? { id: uri, call: null } : { id, call: callOf(found.value) }
    return ok({ key: own, id, agent })
  }
  const session = input.sessionNamed(key)
  if (session === null) return found
  return ok({ key: AgentKey.parse(session), id: session, agent: { id: session, call: null } })
}

type Place = Extract<LinkChange, { kind: 'place' }>

function planPlace(input: PlanInput, view: Mover, change: Place): Result<Place, LinkRefusal> {
  const found = findAgent(input, change.parent)
  if (!found.ok) return found
  const parent = found.value
  if (parent.key === view.key) return refuse('self', `${nameOf(view)} cannot hang under itself`)
  const caller = parent.id === null ? agentsOf(input.tree).find(({ key }) => key === parent.parent) : parent
  // Put onto a call that nobody answered to, an agent becomes the one of that call.
  const call = parent.id === null ? parent.key : change.call
  if (!caller || caller.id === null || (parent.id === null && change.call !== null && change.call !== parent.key))
    return refuse('no_agent', `no agent is known at the call ${change.parent}: nothing can hang under it`)
  if (caller.key === view.key) return refuse('self', `${nameOf(view)} cannot hang under a call of its own`)
  if (hangsBelow(input.tree, caller, view)) return refuse('cycle', `${nameOf(caller)} hangs below ${nameOf(view)}`)
  const refusal = call === null ? null : refuseCall(input, view, caller.id, call)
  return refusal ? fail(refusal) : ok({ kind: 'place', parent: AgentKey.parse(caller.id), call })
}

function refuseCall({ tree, derived, launches }: PlanInput, view: Mover, parent: string, call: string): LinkRefusal | null {
  if (view.id === null) return { rule: 'no_agent', message: `${nameOf(view)} is a call itself: it cannot take the call ${call}` }
  const fact = derived.merged.calls.get(call) ?? launches.find((launch) => launch.call === call)
  if (fact?.thread !== parent)
    return { rule: 'unknown_id', message: `${call} is no call of ${parent} that could have started an agent` }
  const owner = agentsOf(tree).find((agent) => agent.id !== null && agent.key !== view.key && agent.calls.includes(call))
  return owner ? { rule: 'call_taken', message: `the call ${call} is taken by ${nameOf(owner)}: unlink it first` } : null
}

/** By its key, by its id, or by any call of it. */
function findAgent({ tree, runElsewhere }: PlanInput, key: string): Result<AgentView, LinkRefusal> {
  const agents = agentsOf(tree)
  const found =
    agents.find((agent) => agent.key === key) ??
    agents.find((agent) => agent.id === key) ??
    agents.find((agent) => agent.uri === key && isGuestRoot(agent)) ??
    agents.find((agent) => agent.calls.includes(key))
  if (found) return ok(found)
  const other = runElsewhere(key)
  if (other !== null && other !== tree.uri) return refuse('other_run', `${key} belongs to ${other}, not to ${tree.uri}`)
  return refuse('unknown_id', `no agent ${key} in ${tree.uri}: ${agents.length} agents were searched`)
}

function agentsOf(tree: TreeView): readonly AgentView[] {
  return [...tree.agents, ...tree.unplaced]
}

function callOf(view: AgentView): string | null {
  return view.call ?? (view.id === null ? view.key : null)
}

function hangsBelow(tree: TreeView, agent: AgentView, above: Mover): boolean {
  const byKey = new Map(agentsOf(tree).map((each) => [each.key, each]))
  for (let at: AgentView | undefined = agent; at; at = at.parent === null ? undefined : byKey.get(at.parent))
    if (at.key === above.key) return true
  return false
}

function nameOf(view: Pick<AgentView, 'key' | 'id'>): string {
  return view.id ?? view.key
}

function refuse(rule: LinkRule, message: string): Result<never, LinkRefusal> {
  return fail({ rule, message })
}
