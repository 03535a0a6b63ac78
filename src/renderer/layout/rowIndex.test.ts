import { describe, expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import { blockLayout, nodeHeight, nodeWidth } from './blockLayout'
import { foldTree } from './foldTree'
import { agentAt, parentsCrossing, rowIndex, rowsIn, visitBox } from './rowIndex'
import { treeShape } from './treeShape'
import { walkTree } from './walkTree'

const key = (name: string): AgentKey => AgentKey.parse(name)

// root ─ a ─ a1 … a20 (a pack), b ─ b1
const tree: Record<string, string[]> = {
  root: ['a', 'b'],
  a: Array.from({ length: 20 }, (_, n) => `a${n + 1}`),
  b: ['b1'],
}
const shape = treeShape(key('root'), (of) => tree[of]?.map(key))

describe.each(['right', 'down'] as const)('rowIndex of a tree growing %s', (direction) => {
  const layout = blockLayout(shape, foldTree(shape, { chosen: {}, isLoud: () => false }), {
    direction,
    originX: 50,
    originY: -30,
  })
  const index = rowIndex(layout)

  it('finds exactly what meets a box', () => {
    for (const box of [
      { left: 0, top: 0, right: 500, bottom: 300 },
      { left: 600, top: 120, right: 900, bottom: 130 },
      { left: -500, top: -500, right: 5000, bottom: 5000 },
      { left: -500, top: -500, right: -400, bottom: -400 },
    ]) {
      const found: number[] = []
      visitBox(index, box, (agent) => found.push(agent))
      const meets = shape.keys
        .map((_, i) => i)
        .filter(
          (i) =>
            layout.x[i]! <= box.right &&
            layout.x[i]! + nodeWidth >= box.left &&
            layout.y[i]! <= box.bottom &&
            layout.y[i]! + nodeHeight >= box.top,
        )
      expect(found.sort((a, b) => a - b)).toEqual(meets)
    }
  })

  it('finds the agent under a point and nobody between two', () => {
    const b1 = shape.indexOf.get(key('b1'))!
    expect(agentAt(index, layout.x[b1]! + 1, layout.y[b1]! + 1)).toBe(b1)
    expect(agentAt(index, layout.x[b1]! - 5, layout.y[b1]! - 5)).toBeNull()
  })

  it('knows whose edges cross rows in which he does not stand', () => {
    const { row } = layout
    const parents = parentsCrossing(index, { from: row[shape.indexOf.get(key('a6'))!]!, to: row[shape.indexOf.get(key('a7'))!]! })
    expect(parents.map((i) => shape.keys[i])).toEqual(expect.arrayContaining(['root', 'a']))
    expect(rowsIn(index, { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 })).toEqual({ from: 0, to: 10 })
  })
})

describe('walkTree', () => {
  const layout = blockLayout(shape, foldTree(shape, { chosen: {}, isLoud: () => false }), { direction: 'right' })
  const walk = (from: string, ...steps: Parameters<typeof walkTree>[2][]): string | null => {
    let at = shape.indexOf.get(key(from))!
    for (const step of steps) {
      const next = walkTree(layout, at, step)
      if (next === null) return null
      at = next
    }
    return shape.keys[at]!
  }

  it('goes to the first child, the parent and the neighbours', () => {
    expect(walk('root', 'right')).toBe('a')
    expect(walk('root', 'right', 'down')).toBe('b')
    expect(walk('b1', 'left')).toBe('b')
    expect(walk('b1', 'up')).toBe('a20')
    expect(walk('b1', 'down')).toBeNull()
    expect(walk('root', 'left')).toBeNull()
  })

  it('goes through the columns of a pack', () => {
    expect(walk('a3', 'right')).toBe('a11')
    expect(walk('a11', 'right')).toBe('a19')
    expect(walk('a11', 'left')).toBe('a3')
    expect(walk('a3', 'left')).toBe('a')
    expect(walk('a8', 'down')).toBe('a9')
  })

  it('goes to both ends', () => {
    expect(walk('a3', 'first')).toBe('root')
    expect(walk('a3', 'last')).toBe('b1')
  })
})
