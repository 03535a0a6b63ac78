import { expect, it } from 'vitest'
import { placeBox } from './placeBox'

const window = { width: 1000, height: 600 }
const anchor = { x: 100, y: 100, width: 24, height: 24 }

it('stands below its anchor', () => {
  expect(placeBox(anchor, { width: 200, height: 300 }, window)).toEqual({ x: 100, y: 128 })
})

it('moves above when there is no room below', () => {
  expect(placeBox({ ...anchor, y: 500 }, { width: 200, height: 300 }, window)).toEqual({ x: 100, y: 196 })
})

it('never leaves the window', () => {
  expect(placeBox({ ...anchor, x: 990 }, { width: 200, height: 100 }, window).x).toBe(792)
  expect(placeBox(anchor, { width: 2000, height: 900 }, window)).toEqual({ x: 8, y: 8 })
})
