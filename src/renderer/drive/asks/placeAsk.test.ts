import { expect, it } from 'vitest'
import { placeAnywhere, placeAsk, type ScreenBox } from './placeAsk'

const view: ScreenBox = { left: 0, top: 0, right: 1000, bottom: 800 }
const node: ScreenBox = { left: 400, top: 500, right: 628, bottom: 604 }
const place = (isTaken: (box: ScreenBox) => boolean, at = node) => placeAsk({ node: at, width: 244, height: 250, view, isTaken })
const meets = (box: ScreenBox, other: ScreenBox) =>
  box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top

it('stands to the left of its node, its foot level with the node', () => {
  expect(place(() => false)).toEqual({ x: 140, y: 354 })
})

it('goes where no node stands', () => {
  const left: ScreenBox = { left: 0, top: 0, right: 390, bottom: 800 }
  expect(place((box) => meets(box, left))).toEqual({ x: 644, y: 354 })
  expect(place(() => true)).toBeNull()
  const high: ScreenBox = { left: 700, top: 100, right: 928, bottom: 204 }
  const isBeside = (box: ScreenBox): boolean => box.top < 204
  expect(place(isBeside, high)).toEqual({ x: 700, y: 220 })
  expect(place(isBeside, { ...high, left: 772, right: 1000 })).toEqual({ x: 756, y: 220 })
})

it('has no place where its node is out of sight', () => {
  expect(place(() => false, { left: 400, top: 900, right: 628, bottom: 1004 })).toBeNull()
})

it('stays in sight while somebody is at it: as near as can be, beside what lies over the canvas', () => {
  const pane: ScreenBox = { left: 500, top: 0, right: 1000, bottom: 800 }
  const wanted = { width: 268, height: 200, view, isTaken: (box: ScreenBox) => meets(box, pane) }
  expect(placeAnywhere(wanted, { x: 700, y: 100 })).toEqual({ x: 216, y: 96 })
  expect(placeAnywhere({ ...wanted, view: { ...view, left: 300 } }, { x: 700, y: 100 })).toBeNull()
})
