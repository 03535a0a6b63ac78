import type { ArrangedTree } from '../../shared/arrangeTree'
import type { AgentView } from '../../shared/views'
import { isGuessed } from './agentLine'

export interface TreeRow {
  readonly agent: AgentView
  readonly branch: string
  readonly hasChildren: boolean
}

interface Pending {
  readonly agent: AgentView
  /** One piece per ancestor below the root: does its line go on beside this row? */
  readonly rails: readonly string[]
  readonly isLast: boolean
}

/**
 * Rows in reading order, depth first. No recursion, so a chain of any depth is fine; `maxRails` keeps a deep one readable:
 * beyond it the outer rails are replaced by the depth.
 */
export function treeRows(tree: ArrangedTree, start: AgentView, maxRails: number): TreeRow[] {
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  const stack: Pending[] = [{ agent: start, rails: [], isLast: true }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (seen.has(next.agent.key)) continue
    seen.add(next.agent.key)
    const children = (tree.childrenOf.get(next.agent.key) ?? []).filter((child) => child.hidden === null)
    const isStart = next.agent === start
    rows.push({ agent: next.agent, branch: isStart ? '' : branchOf(next, maxRails), hasChildren: children.length > 0 })
    const rails = isStart ? [] : [...next.rails.slice(-maxRails), next.isLast ? '   ' : '│  ']
    for (let i = children.length - 1; i >= 0; i -= 1) {
      stack.push({ agent: children[i]!, rails, isLast: i === children.length - 1 })
    }
  }
  return rows
}

// A guess is drawn with a broken line, as on the canvas.
function branchOf({ agent, rails, isLast }: Pending, maxRails: number): string {
  const arm = isGuessed(agent) ? '╌ ' : '─ '
  const elbow = `${isLast ? '└' : '├'}${arm}`
  if (rails.length <= maxRails) return rails.join('') + elbow
  const mark = `⋯${agent.depth} `.padEnd(6)
  return mark + rails.slice(rails.length - Math.max(0, maxRails - 2)).join('') + elbow
}
