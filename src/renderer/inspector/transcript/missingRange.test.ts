import { expect, it } from 'vitest'
import type { TranscriptItem } from '../../../shared/views'
import { alignTail } from './alignTail'
import { hitNear, stepHit } from './findStore'
import { farItems, missingRange } from './missingRange'

const held =
  (...ranges: readonly (readonly [number, number])[]) =>
  (n: number) =>
    ranges.some(([from, to]) => n >= from && n < to)

it('[missingRange] fetches what is seen first, then a page around it, then nothing', () => {
  expect(missingRange({ from: 500, to: 530 }, 1000, held())).toEqual({ from: 500, to: 550 })
  expect(missingRange({ from: 500, to: 530 }, 1000, held([500, 550]))).toEqual({ from: 450, to: 500 })
  expect(missingRange({ from: 500, to: 530 }, 1000, held([450, 550]))).toEqual({ from: 550, to: 600 })
  expect(missingRange({ from: 500, to: 530 }, 1000, held([450, 600]))).toBeNull()
  expect(missingRange({ from: 990, to: 1005 }, 1000, held([940, 1000]))).toBeNull()
})

it('[farItems] forgets the farthest and keeps what is seen', () => {
  const far = farItems(Array.from({ length: 3000 }, (_, n) => n).values(), { from: 2900, to: 2950 }, 2000)
  expect(far).toHaveLength(1000)
  expect(Math.max(...far)).toBeLessThan(1000)
  expect(farItems([1, 2, 3], { from: 0, to: 3 })).toEqual([])
})

function item(n: number, offset: number): TranscriptItem {
  return {
    n,
    at: null,
    kind: 'text',
    role: 'assistant',
    text: '',
    model: null,
    messageId: null,
    tool: null,
    source: { path: 'a', offset },
  }
}

it('[alignTail] finds the numbers of a tail, also when more was written meanwhile', () => {
  const tail = [item(0, 700), item(1, 700), item(2, 900)]
  const page = {
    from: 95,
    total: 101,
    items: [95, 96, 97, 98, 99, 100].map((n, at) => item(n, [600, 700, 700, 900, 950, 990][at] ?? 0)),
  }
  expect(alignTail(tail, page)).toBe(96)
  expect(alignTail(tail, { from: 400, total: 450, items: [item(400, 5000)] })).toBe(447)
  expect(alignTail([], page)).toBe(0)
})

it('[find] goes round, but not past an end that may not be one', () => {
  const hits = [3, 8, 20]
  expect(hitNear(hits, 5)).toBe(1)
  expect(hitNear(hits, 99)).toBe(2)
  expect(stepHit({ hits, at: 2, isComplete: true }, 1)).toBe(0)
  expect(stepHit({ hits, at: 2, isComplete: false }, 1)).toBe(2)
  expect(stepHit({ hits, at: 0, isComplete: true }, -1)).toBe(2)
  expect(stepHit({ hits: [], at: null, isComplete: true }, 1)).toBeNull()
})
