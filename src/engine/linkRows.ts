import type { EvidenceFact } from '../core/model/linkRun'
import type { Derived } from '../core/model/run'
import { instant } from '../core/model/viewAgent'
import type { LinkRow, TreeView } from '../shared/views'

/** CONTRACT §9: every agent of the run with all that speaks for its place, the winner first. */
export function linkRows(tree: TreeView, derived: Derived): LinkRow[] {
  const byKey = new Map(derived.placed.map((placed) => [placed.node.key, placed.node]))
  const candidates = childlessCalls(derived)
  return [...tree.agents, ...tree.unplaced].flatMap((agent) => {
    if (agent.parent === null && agent.key === tree.root) return []
    const isLoose = agent.parent === null
    const evidence = [...(byKey.get(agent.key)?.evidence ?? []), ...(isLoose ? candidates : [])]
    return [
      {
        key: agent.key,
        agent: agent.id,
        parent: agent.parent,
        evidence:
          evidence.length > 0
            ? evidence.map(({ kind, note, at }) => ({ kind, note, at: at > 0 ? instant(at) : null }))
            : [{ kind: agent.link.evidence, note: agent.link.note, at: null }],
        winner: agent.link.evidence,
        ambiguous: agent.link.ambiguous,
        manual: false,
      },
    ]
  })
}

/** Calls that never got a child: what a person may choose from for an agent that nothing could place. */
function childlessCalls(derived: Derived): EvidenceFact[] {
  return derived.placed.flatMap(({ node }) => {
    if (node.id !== null || !node.call || node.answer?.answer === 'refused') return []
    const { type, description } = node.call.says
    const words = [type, description].filter((word) => word !== null).join(' ')
    return [
      {
        kind: 'none',
        note: `possible: call ${node.call.call}${words === '' ? '' : ` (${words})`}`,
        call: node.call.call,
        at: node.call.at,
      },
    ]
  })
}
