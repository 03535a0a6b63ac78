import { expect, it } from 'vitest'
import { linesInView } from './linesInView'
import { rawLinePx } from './rawLinePx'

it('draws a short block whole, and of a long one what is in sight and around it', () => {
  expect(linesInView(60, -500, 100)).toEqual({ from: 0, to: 60 })
  const { from, to } = linesInView(50_000, 30_000 * rawLinePx, 600)
  expect([from <= 29_980, to >= 30_050, to - from < 150]).toEqual([true, true, true])
})

it('draws nothing beyond the ends, wherever the view is', () => {
  expect(linesInView(1000, -90_000, 600)).toEqual({ from: 0, to: 0 })
  expect(linesInView(1000, 90_000, 600)).toEqual({ from: 1000, to: 1000 })
  expect(linesInView(1000, 999 * rawLinePx, 600).to).toBe(1000)
})
