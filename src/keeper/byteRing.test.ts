import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createByteRing } from './byteRing'

it('holds the last bytes of any stream, however it comes in pieces', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 30 })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 500 }), fc.nat(4000), fc.nat(700), (chunks, capacity, from, limit) => {
      const ring = createByteRing(capacity)
      for (const chunk of chunks) ring.append(chunk)
      const all = Buffer.concat(chunks)
      expect(ring.end).toBe(all.length)
      expect(ring.start).toBeLessThanOrEqual(Math.max(0, all.length - capacity))
      const { at, bytes } = ring.read(from, limit)
      expect(at).toBe(Math.min(all.length, Math.max(from, ring.start)))
      expect(Buffer.from(bytes)).toEqual(all.subarray(at, at + limit))
    }),
  )
})

it('never keeps more than its capacity', () => {
  const ring = createByteRing(1000)
  for (let count = 0; count < 50; count++) ring.append(new Uint8Array(333))
  expect([ring.start, ring.end]).toEqual([50 * 333 - 1000, 50 * 333])
})
