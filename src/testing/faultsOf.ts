import { treeInvariants } from '../../test/harness/treeInvariants'
import type { TreeView } from '../shared/views'

/** Every broken promise of a tree. Children of an unplaced agent are unplaced with it and know their parent. */
export function faultsOf(tree: TreeView): string[] {
  const faults = treeInvariants({ ...tree, unplaced: tree.unplaced.filter((agent) => agent.parent === null) }, '/no/such/root')
  const byKey = new Map([...tree.agents, ...tree.unplaced].map((agent) => [agent.key, agent]))
  const unplaced = new Set(tree.unplaced.map((agent) => agent.key))
  for (const { key, parent, depth } of tree.unplaced) {
    if (parent === null) continue
    if (!unplaced.has(parent)) faults.push(`${key}: unplaced under ${parent}, which is not`)
    if (byKey.get(parent)?.depth !== depth - 1) faults.push(`${key}: depth ${depth} under ${parent}`)
  }
  // The sum over the run counts those below unplaced agents too, which were left out above.
  return faults.filter((fault) => !fault.startsWith('usage is ') || unplaced.size === 0)
}
