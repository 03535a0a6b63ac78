import type { EvidenceFact, Node } from '../core/model/linkNode'
import type { Derived, Run } from '../core/model/run'
import { instant } from '../core/model/viewAgent'
import { AgentKey } from '../shared/ids'
import type { AgentView, LinkRow, TreeView } from '../shared/views'
import { evidencePlaces, type FindPlace } from './links/evidencePlaces'

/** CONTRACT §9: every agent of the run with all that speaks for its place, the winner first. */
export function linkRows(tree: TreeView, run: Run): LinkRow[] {
  const { derived } = run
  if (!derived) return []
  const nodes = new Map(derived.placed.map(({ node }) => [node.key, node]))
  const findPlace = evidencePlaces(run)
  const free = childlessCalls(derived)
  return [...tree.agents, ...tree.unplaced].flatMap((agent) => {
    if (agent.key === tree.root) return []
    return [linkRow(agent, nodes.get(agent.key), agent.parent === null ? free : [], findPlace)]
  })
}

function linkRow(agent: AgentView, node: Node | undefined, free: readonly FreeCall[], findPlace: FindPlace): LinkRow {
  const rows = [...(node?.evidence ?? []), ...free.map(({ evidence }) => evidence)].map((fact) => ({
    kind: fact.kind,
    note: fact.note,
    at: fact.at > 0 ? instant(fact.at) : null,
    source: findPlace(fact, agent.id),
  }))
  const { evidence, note, ambiguous } = agent.link
  const source = node?.call
    ? findPlace({ kind: evidence, note, call: node.call.call, at: Number.NaN, from: node.call }, null)
    : null
  return {
    key: agent.key,
    agent: agent.id,
    parent: agent.parent,
    evidence: rows.length > 0 ? rows : [{ kind: evidence, note, at: null, source }],
    winner: evidence,
    ambiguous,
    manual: node !== undefined && node.correction !== 'none',
    conflict: node?.conflict ?? null,
    candidates: free.flatMap(({ candidate }) => (candidate.call === agent.key ? [] : [candidate])),
  }
}

interface FreeCall {
  readonly evidence: EvidenceFact
  readonly candidate: LinkRow['candidates'][number]
}

/** Calls that never got a child: what a person may choose from for an agent that nothing could place. */
function childlessCalls({ placed, indexOfThread }: Derived): FreeCall[] {
  return placed.flatMap(({ node }) => {
    const { call } = node
    const caller = placed[indexOfThread.get(call?.thread ?? '') ?? -1]
    if (node.id !== null || !call || !caller || node.answer?.answer === 'refused') return []
    const { type, description } = call.says
    const words = [type, description].filter((word) => word !== null).join(' ')
    const note = `possible: call ${call.call}${words === '' ? '' : ` (${words})`}`
    return [
      {
        evidence: { kind: 'none', note, call: call.call, at: call.at, from: call },
        candidate: { parent: AgentKey.parse(caller.node.key), call: call.call, note: words },
      },
    ]
  })
}
