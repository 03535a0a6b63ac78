import type { AgentKey } from '../../../shared/ids'

/** How many agents there are below one. */
export function countBelow(children: ReadonlyMap<AgentKey, readonly AgentKey[]>, key: AgentKey): number {
  let count = 0
  const open = [key]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const own = children.get(next) ?? []
    count += own.length
    open.push(...own)
  }
  return count
}
