import { describe, expect, it } from 'vitest'
import { between, fitBox, panBy, reveal, toWorld, viewOf, wheelFactor, zoomAt } from './camera'
import { levelOfDetail } from './levelOfDetail'

const camera = { x: 20, y: 16, zoom: 0.5 }
const size = { width: 1000, height: 800 }

describe('zoomAt', () => {
  it('keeps the point of the world under the pointer', () => {
    const before = toWorld(camera, 300, 200)
    for (const factor of [1.1, 0.5, 4]) {
      const after = toWorld(zoomAt(camera, factor, 300, 200), 300, 200)
      expect(after.x).toBeCloseTo(before.x)
      expect(after.y).toBeCloseTo(before.y)
    }
  })

  it('ends at 10 % and 500 %, lower where a whole tree needs it', () => {
    expect(zoomAt(camera, 1e-6, 0, 0).zoom).toBe(0.1)
    expect(zoomAt(camera, 1e6, 0, 0).zoom).toBe(5)
    expect(zoomAt(camera, 1e-6, 0, 0, 0.004).zoom).toBe(0.004)
    expect(zoomAt(camera, 1e-6, 0, 0, 0.8).zoom).toBe(0.1)
  })
})

it('moves the world with the hand', () => {
  expect(panBy(camera, 5, -6)).toEqual({ x: 25, y: 10, zoom: 0.5 })
})

describe('fitBox', () => {
  const insets = { left: 20, top: 16, right: 20, bottom: 24 }

  it('shows the whole box inside the insets', () => {
    const box = { left: -500, top: 100, right: 4500, bottom: 1100 }
    const seen = viewOf(fitBox(box, size, insets), size)
    expect(seen.left).toBeLessThanOrEqual(box.left)
    expect(seen.top).toBeLessThanOrEqual(box.top)
    expect(seen.right).toBeGreaterThanOrEqual(box.right)
    expect(seen.bottom).toBeGreaterThanOrEqual(box.bottom)
  })

  it('enlarges nothing beyond 100 %', () => {
    expect(fitBox({ left: 0, top: 0, right: 10, bottom: 10 }, size, insets)).toEqual({ x: 20, y: 16, zoom: 1 })
  })
})

describe('reveal', () => {
  it('leaves the camera alone when the box is in view', () => {
    expect(reveal(camera, { left: 0, top: 50, right: 100, bottom: 100 }, size, 10)).toBe(camera)
  })

  it('moves no further than it must', () => {
    const moved = reveal(camera, { left: 0, top: 2000, right: 100, bottom: 2100 }, size, 10)
    expect(moved.x).toBe(camera.x)
    expect(2100 * moved.zoom + moved.y).toBe(790)
  })

  it('shows the beginning of what is larger than the view', () => {
    const moved = reveal(camera, { left: 0, top: -9000, right: 100, bottom: 9000 }, size, 10)
    expect(-9000 * moved.zoom + moved.y).toBe(10)
  })
})

it('flies from one camera to the other, ending exactly there', () => {
  const to = { x: -4000, y: 300, zoom: 2 }
  expect(between(camera, to, 1, size)).toBe(to)
  const begin = between(camera, to, 0, size)
  expect(begin.x).toBeCloseTo(camera.x)
  expect(begin.zoom).toBeCloseTo(camera.zoom)
  const half = between(camera, to, 0.5, size)
  expect(half.zoom).toBeCloseTo(1)
})

it('zooms in when the wheel turns away and never wildly', () => {
  expect(wheelFactor(-3, 1)).toBeGreaterThan(1)
  expect(wheelFactor(120, 0)).toBeLessThan(1)
  expect(wheelFactor(-100_000, 0)).toBeLessThan(2.2)
})

describe('levelOfDetail', () => {
  it('changes at 0.9 and 0.3', () => {
    expect(levelOfDetail(null, 0.9)).toBe('card')
    expect(levelOfDetail(null, 0.89)).toBe('label')
    expect(levelOfDetail(null, 0.3)).toBe('label')
    expect(levelOfDetail(null, 0.29)).toBe('block')
  })

  it('keeps a level until 0.04 below its threshold', () => {
    expect(levelOfDetail('card', 0.87)).toBe('card')
    expect(levelOfDetail('card', 0.85)).toBe('label')
    expect(levelOfDetail('label', 0.87)).toBe('label')
    expect(levelOfDetail('label', 0.27)).toBe('label')
    expect(levelOfDetail('block', 0.27)).toBe('block')
    expect(levelOfDetail('label', 0.25)).toBe('block')
  })
})
