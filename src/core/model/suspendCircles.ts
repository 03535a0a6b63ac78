import type { Correction } from './corrections'
import type { Node } from './linkNode'

export interface ParentTable {
  readonly nodes: readonly Node[]
  readonly byId: ReadonlyMap<string, number>
}

/**
 * Places given by hand that cannot all hold, because parents would go round in a circle: each was possible when it was given, but
 * evidence came since, or another process gave one too. Of each circle the place given last is not followed.
 */
export function suspendCircles({ nodes, byId }: ParentTable, chosen: ReadonlyMap<number, Correction>): ReadonlySet<number> {
  const suspended = new Set<number>()
  const isPlaced = (i: number): boolean => chosen.get(i)?.kind === 'place' && !suspended.has(i)
  const parentOf = (i: number): number | undefined => {
    const correction = suspended.has(i) ? undefined : chosen.get(i)
    if (correction?.kind === 'unlink') return undefined
    const given = correction?.kind === 'place' ? byId.get(correction.parent) : undefined
    return given ?? byId.get(nodes[i]?.parentThread ?? '')
  }
  for (const start of chosen.keys()) {
    while (isPlaced(start)) {
      const circle = circleThrough(start, parentOf)
      if (circle.length === 0) break
      suspended.add(lastGiven(circle.filter(isPlaced), nodes, chosen))
    }
  }
  return suspended
}

/** Everything on the way from `start` up to itself; nothing where the way ends elsewhere. */
function circleThrough(start: number, parentOf: (i: number) => number | undefined): number[] {
  const way = new Set([start])
  for (let at = parentOf(start); at !== undefined; at = parentOf(at)) {
    if (at === start) return [...way]
    // A circle that this one only leads into.
    if (way.has(at)) return []
    way.add(at)
  }
  return []
}

function lastGiven(circle: readonly number[], nodes: readonly Node[], chosen: ReadonlyMap<number, Correction>): number {
  const rank = (i: number): readonly [number, string] => [chosen.get(i)?.at ?? 0, nodes[i]?.key ?? '']
  return circle.reduce((last, i) => {
    const [at, key] = rank(i)
    const [lastAt, lastKey] = rank(last)
    return at > lastAt || (at === lastAt && key > lastKey) ? i : last
  })
}
