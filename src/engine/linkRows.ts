import type { Derived } from '../core/model/run'
import { instant } from '../core/model/viewAgent'
import type { LinkRow, TreeView } from '../shared/views'

/** CONTRACT §9: every agent of the run with all that speaks for its place, the winner first. */
export function linkRows(tree: TreeView, derived: Derived): LinkRow[] {
  const byKey = new Map(derived.placed.map((placed) => [placed.node.key, placed.node]))
  return [...tree.agents, ...tree.unplaced].flatMap((agent) => {
    if (agent.parent === null && agent.key === tree.root) return []
    const evidence = byKey.get(agent.key)?.evidence ?? []
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
