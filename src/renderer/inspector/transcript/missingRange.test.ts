import { expect, it } from 'vitest'
import type { TranscriptItem } from '../../../shared/views'
import { alignTail } from './alignTail'
import { farItems, lookAhead, missingRange } from './missingRange'

const held =
  (...ranges: readonly (readonly [number, number])[]) =>
  (n: number) =>
    ranges.some(([from, to]) => n >= from && n < to)

const resting = (from: number, to: number) => lookAhead({ from, to }, null, 0)

it('[missingRange] fetches what is seen first, then a page around it, then nothing', () => {
  expect(missingRange(resting(500, 530), 1000, held())).toEqual({ from: 500, to: 550 })
  expect(missingRange(resting(500, 530), 1000, held([500, 550]))).toEqual({ from: 550, to: 600 })
  expect(missingRange(resting(500, 530), 1000, held([500, 600]))).toEqual({ from: 450, to: 500 })
  expect(missingRange(resting(500, 530), 1000, held([450, 600]))).toBeNull()
  expect(missingRange(resting(990, 1005), 1000, held([940, 1000]))).toBeNull()
})

it('[lookAhead] who scrolls fast is served farther ahead, on the side they go to, the nearest first', () => {
  const up = lookAhead({ from: 480, to: 510 }, { from: 500, to: 530 }, 16)
  expect(up.before).toBeGreaterThan(400)
  expect(up.after).toBe(50)
  expect(missingRange(up, 1000, held([480, 600]))).toEqual({ from: 280, to: 480 })
  expect(missingRange(up, 1000, held([500, 600]))).toEqual({ from: 300, to: 500 })
  const down = lookAhead({ from: 520, to: 550 }, { from: 500, to: 530 }, 16)
  expect(missingRange(down, 1000, held([400, 550]))).toEqual({ from: 550, to: 750 })
  expect(lookAhead({ from: 480, to: 510 }, { from: 900, to: 930 }, 5000)).toMatchObject({ before: 50, after: 50 })
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
