import type { AgentKey } from '../../shared/ids'

/** The tree as numbers. Parents stand before their children, siblings in call order: agents `i + 1` to `end[i] - 1` are below agent `i`. */
export interface TreeShape {
  readonly keys: readonly AgentKey[]
  readonly indexOf: ReadonlyMap<AgentKey, number>
  /** -1: the root. */
  readonly parent: Int32Array
  readonly end: Int32Array
  readonly depth: Int32Array
}

export type ChildrenOf = (key: AgentKey) => readonly AgentKey[] | undefined

/** Whoever is reached twice stands where he was reached first: a circle in the records ends here. */
export function treeShape(root: AgentKey | null, childrenOf: ChildrenOf): TreeShape {
  const keys: AgentKey[] = []
  const parents: number[] = []
  const indexOf = new Map<AgentKey, number>()
  // The way down, as lists half done: recursion would not survive a chain of ten thousand.
  const lists: (readonly AgentKey[])[] = root === null ? [] : [[root]]
  const places = [0]
  const owners = [-1]
  while (lists.length > 0) {
    const top = lists.length - 1
    const key = lists[top]![places[top]!++]
    if (key === undefined) {
      lists.pop()
      places.pop()
      owners.pop()
    } else if (!indexOf.has(key)) {
      const index = keys.length
      keys.push(key)
      parents.push(owners[top]!)
      indexOf.set(key, index)
      const children = childrenOf(key)
      if (children !== undefined && children.length > 0) {
        lists.push(children)
        places.push(0)
        owners.push(index)
      }
    }
  }
  return { keys, indexOf, ...measured(Int32Array.from(parents)) }
}

function measured(parent: Int32Array): Pick<TreeShape, 'parent' | 'end' | 'depth'> {
  const count = parent.length
  const end = new Int32Array(count)
  const depth = new Int32Array(count)
  for (let i = 1; i < count; i++) depth[i] = depth[parent[i]!]! + 1
  for (let i = count - 1; i >= 0; i--) {
    if (end[i] === 0) end[i] = i + 1
    const above = parent[i]!
    if (above >= 0 && end[above]! < end[i]!) end[above] = end[i]!
  }
  return { parent, end, depth }
}

export function childIndexes(shape: TreeShape, index: number): number[] {
  const found: number[] = []
  for (let child = index + 1; child < shape.end[index]!; child = shape.end[child]!) found.push(child)
  return found
}

export function isWithin(shape: TreeShape, index: number, ancestor: number): boolean {
  return index >= ancestor && index < shape.end[ancestor]!
}
