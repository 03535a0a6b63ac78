import type { Layout } from './blockLayout'

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

/** Where an arrow key leads: along the way down to the parent or the first child, across it to the neighbour in sight. */
export function walkTree(layout: Layout, from: number, step: Step): number | null {
  const { shape } = layout
  switch (asGrownRight(step, layout.direction)) {
    case 'left':
      return beside(layout, from, -1) ?? (shape.parent[from]! >= 0 ? shape.parent[from]! : null)
    case 'right':
      return beside(layout, from, 1) ?? firstShown(layout, from)
    case 'up':
      return neighbour(layout, from, -1)
    case 'down':
      return neighbour(layout, from, 1)
    case 'first':
      return 0
    case 'last':
      return lastShown(layout)
    default:
      return null
  }
}

/** Top-down, the keys turn with the tree. */
function asGrownRight(step: Step, direction: Layout['direction']): Step {
  if (direction === 'right') return step
  const turned: Readonly<Record<Step, Step>> = {
    up: 'left',
    down: 'right',
    left: 'up',
    right: 'down',
    first: 'first',
    last: 'last',
  }
  return turned[step]
}

/** The cell beside this one within its pack. */
function beside({ packOf, packs, row, shown }: Layout, from: number, direction: 1 | -1): number | null {
  const pack = packs[packOf[from]!]
  if (!pack) return null
  for (let i = from + direction; i >= pack.first && i <= pack.last; i += direction) {
    if (shown[i] === 1 && row[i] === row[from]) return i
  }
  return null
}

function firstShown({ shape, folding, shown }: Layout, from: number): number | null {
  if (folding.folded[from] === 1) return null
  for (let child = from + 1; child < shape.end[from]!; child = shape.end[child]!) if (shown[child] === 1) return child
  return null
}

/** The sibling, else the next one at the same depth: what the eye sees above or below. */
function neighbour({ shape, shown }: Layout, from: number, direction: 1 | -1): number | null {
  const depth = shape.depth[from]!
  for (let i = from + direction; i > 0 && i < shape.keys.length; i += direction) {
    if (shown[i] === 1 && shape.depth[i] === depth) return i
  }
  return null
}

function lastShown({ shown }: Layout): number {
  for (let i = shown.length - 1; i > 0; i--) if (shown[i] === 1) return i
  return 0
}
