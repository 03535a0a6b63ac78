import { describe, expect, it } from 'vitest'
import { type Painted, shiftOf } from './shiftOf'

const size = { width: 800, height: 600 }
const painted: Painted = { camera: { x: 20.25, y: 16, zoom: 0.5 }, size, margin: 200 }

describe('shiftOf', () => {
  it('moves the picture as far as the world was moved', () => {
    expect(shiftOf(painted, { x: 120.25, y: -4, zoom: 0.5 }, size, 1)).toEqual({ x: 100, y: -20 })
    expect(shiftOf(painted, painted.camera, size, 1)).toEqual({ x: 0, y: 0 })
  })

  it('does not show what was never painted', () => {
    expect(shiftOf(painted, { x: 220.25, y: 16, zoom: 0.5 }, size, 1)).toEqual({ x: 200, y: 0 })
    expect(shiftOf(painted, { x: 221.25, y: 16, zoom: 0.5 }, size, 1)).toBeNull()
    expect(shiftOf(painted, { x: 20.25, y: -185, zoom: 0.5 }, size, 1)).toBeNull()
    expect(shiftOf({ ...painted, margin: 0 }, { x: 21.25, y: 16, zoom: 0.5 }, size, 1)).toBeNull()
  })

  it('is no match for another zoom or another window', () => {
    expect(shiftOf(painted, { ...painted.camera, zoom: 0.51 }, size, 1)).toBeNull()
    expect(shiftOf(painted, painted.camera, { ...size, width: 801 }, 1)).toBeNull()
  })

  it('stays on the pixels of the screen', () => {
    expect(shiftOf(painted, { x: 20.75, y: 16, zoom: 0.5 }, size, 1)).toBeNull()
    expect(shiftOf(painted, { x: 20.75, y: 16, zoom: 0.5 }, size, 2)).toEqual({ x: 0.5, y: 0 })
    expect(shiftOf(painted, { x: 21.25, y: 16, zoom: 0.5 }, size, 1.5)).toBeNull()
    expect(shiftOf(painted, { x: 22.25, y: 16, zoom: 0.5 }, size, 1.5)).toEqual({ x: 2, y: 0 })
  })
})
