import { describe, expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import { blockLayout, type Direction, type Layout, nodeHeight, nodeWidth } from './blockLayout'
import { type Fold, foldTree, restOf } from './foldTree'
import { treeShape } from './treeShape'

const key = (n: number): AgentKey => AgentKey.parse(`a${n}`)

/** parents[i]: whose child agent i is; the root is 0. */
function shapeOf(parents: readonly number[]) {
  const children = new Map<AgentKey, AgentKey[]>()
  parents.forEach((parent, i) => {
    if (i > 0) children.set(key(parent), [...(children.get(key(parent)) ?? []), key(i)])
  })
  return treeShape(key(0), (of) => children.get(of))
}

const allOpen = (parents: readonly number[]): Record<string, Fold> =>
  Object.fromEntries(
    parents.flatMap((_, i) => [
      [key(i), 'open' as const],
      [restOf(key(i)), 'open' as const],
    ]),
  )

function layoutOf(parents: readonly number[], direction: Direction = 'right', chosen = allOpen(parents)): Layout {
  const shape = shapeOf(parents)
  return blockLayout(shape, foldTree(shape, { chosen, isLoud: () => false }), { direction })
}

const placeOf = (layout: Layout, n: number) => {
  const i = layout.shape.indexOf.get(key(n))
  if (i === undefined || layout.shown[i] === 0) return null
  return { x: layout.x[i]!, y: layout.y[i]! }
}

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function randomTree(seed: number, count: number): number[] {
  const next = random(seed)
  const parents = [-1]
  while (parents.length < count) {
    const isWide = next() < 0.5
    parents.push(isWide ? Math.floor(next() ** 3 * parents.length) : Math.floor(next() * parents.length))
  }
  return parents
}

const directions: readonly Direction[] = ['right', 'down']

describe('blockLayout', () => {
  it('puts a parent into the row of its first child and children 268 to the right, 116 apart', () => {
    const layout = layoutOf([-1, 0, 0, 1, 1])
    expect(placeOf(layout, 0)).toEqual({ x: 0, y: 0 })
    expect(placeOf(layout, 1)).toEqual({ x: 268, y: 0 })
    expect(placeOf(layout, 3)).toEqual({ x: 536, y: 0 })
    expect(placeOf(layout, 4)).toEqual({ x: 536, y: 116 })
    expect(placeOf(layout, 2)).toEqual({ x: 268, y: 232 })
    expect(layout).toMatchObject({ width: 764, height: 336 })
  })

  it('exchanges the axes when it grows down', () => {
    const layout = layoutOf([-1, 0, 0, 1, 1], 'down')
    expect(placeOf(layout, 1)).toEqual({ x: 0, y: 144 })
    expect(placeOf(layout, 4)).toEqual({ x: 240, y: 288 })
    expect(placeOf(layout, 2)).toEqual({ x: 480, y: 144 })
  })

  it('packs more than eight agents without children, eight to a column', () => {
    const layout = layoutOf([-1, ...Array<number>(19).fill(0)])
    expect(placeOf(layout, 8)).toEqual({ x: 268, y: 7 * 116 })
    expect(placeOf(layout, 9)).toEqual({ x: 508, y: 0 })
    expect(layout.packs).toEqual([{ parent: 0, first: 1, last: 19, count: 19 }])
    expect(layoutOf([-1, ...Array<number>(8).fill(0)]).packs).toEqual([])
  })

  it('lets a child with children of its own follow below the pack, an empty row between', () => {
    const layout = layoutOf([-1, ...Array<number>(10).fill(0), 0, 11, 0])
    expect(placeOf(layout, 11)).toEqual({ x: 268, y: 9 * 116 })
    expect(placeOf(layout, 13)).toEqual({ x: 268, y: 10 * 116 })
  })

  it('keeps the children of a folded agent behind a pill in their column', () => {
    const layout = layoutOf([-1, 0, 1, 1, 2, 0], 'right', { [key(1)]: 'folded' })
    expect(placeOf(layout, 2)).toBeNull()
    expect(layout.pills).toEqual([{ kind: 'folded', parent: 1, count: 3, x: 536, y: 0 }])
    expect(placeOf(layout, 5)).toEqual({ x: 268, y: 116 })
  })

  it('folds below depth four until the person says otherwise', () => {
    const chain = [-1, 0, 1, 2, 3, 4, 5]
    expect(placeOf(layoutOf(chain, 'right', {}), 4)).not.toBeNull()
    expect(placeOf(layoutOf(chain, 'right', {}), 5)).toBeNull()
    expect(placeOf(layoutOf(chain, 'right', { [key(4)]: 'open' }), 5)).not.toBeNull()
  })

  it('puts the middle of more than forty branches away, in one row', () => {
    const parents = [-1]
    for (let n = 0; n < 67; n++) parents.push(0, parents.length)
    const layout = layoutOf(parents, 'right', {})
    expect(layout.pills).toMatchObject([{ kind: 'rest', parent: 0, count: 27, y: 32 * 116 }])
    expect(placeOf(layout, 65)).toEqual(null)
    expect(placeOf(layout, 133)).toMatchObject({ y: 40 * 116 })
    const open = layoutOf(parents, 'right', { [restOf(key(0))]: 'open' })
    expect(open.pills).toEqual([])
  })

  it('survives a chain of ten thousand, opened', () => {
    const layout = layoutOf(Array.from({ length: 10_000 }, (_, i) => i - 1))
    expect(placeOf(layout, 9999)).toEqual({ x: 9999 * 268, y: 0 })
  })

  it('ends a circle where it was entered', () => {
    const circle = new Map([
      [key(0), [key(1)]],
      [key(1), [key(0), key(2)]],
      [key(2), [key(1)]],
    ])
    expect(treeShape(key(0), (of) => circle.get(of)).keys).toEqual([key(0), key(1), key(2)])
  })
})

describe.each(directions)('blockLayout of random trees growing %s', (direction) => {
  const trees = Array.from({ length: 40 }, (_, seed) => randomTree(seed + 1, 20 + seed * 6))

  it('never lays two boxes over one another', () => {
    for (const parents of trees) {
      const layout = layoutOf(parents, direction)
      const taken = new Map<string, number>()
      const boxes = [...layout.shape.keys.keys()]
      // Everything stands on a raster of its own box with gaps: compare neighbours only.
      boxes.sort((a, b) => layout.x[a]! - layout.x[b]! || layout.y[a]! - layout.y[b]!)
      for (const [at, i] of boxes.entries()) {
        for (let other = at + 1; other < boxes.length; other++) {
          const j = boxes[other]!
          if (layout.x[j]! >= layout.x[i]! + nodeWidth) break
          const isApart = layout.y[j]! >= layout.y[i]! + nodeHeight || layout.y[i]! >= layout.y[j]! + nodeHeight
          expect(isApart, `${i} and ${j} of a tree of ${parents.length}`).toBe(true)
        }
        taken.set(`${layout.x[i]} ${layout.y[i]}`, i)
      }
      expect(taken.size).toBe(parents.length)
    }
  })

  it('moves nobody but the later ones when somebody is appended to an agent that has children', () => {
    for (const [seed, parents] of trees.entries()) {
      const next = random(seed + 99)
      const before = layoutOf(parents, direction)
      const target = parents.findIndex((_, i) => parents.includes(i) && next() < 0.4)
      const to = target < 0 ? 0 : target
      const after = layoutOf([...parents, to], direction)
      const path = before.shape.indexOf.get(key(to))!
      const limit = before.shape.end[path]!
      for (let i = 0; i < limit; i++) {
        const n = Number(before.shape.keys[i]!.slice(1))
        expect(placeOf(after, n), `agent ${n} after one more child of ${to}`).toEqual(placeOf(before, n))
      }
    }
  })

  it('keeps siblings in call order: nobody stands before an earlier one of his run', () => {
    for (const parents of trees) {
      const layout = layoutOf(parents, direction)
      const { shape } = layout
      const across = direction === 'right' ? layout.y : layout.x
      const along = direction === 'right' ? layout.x : layout.y
      for (let i = 0; i < shape.keys.length; i++) {
        let last = -1
        for (let child = i + 1; child < shape.end[i]!; child = shape.end[child]!) {
          if (last >= 0) {
            const isInOrder = across[child]! > across[last]! || (layout.packOf[child]! >= 0 && along[child]! > along[last]!)
            expect(isInOrder).toBe(true)
          }
          last = child
        }
      }
    }
  })

  it('says the same of the same tree', () => {
    for (const parents of trees.slice(0, 5)) expect(layoutOf(parents, direction)).toEqual(layoutOf(parents, direction))
  })
})
