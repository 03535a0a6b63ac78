import { expect, it } from 'vitest'
import { traceEdge } from './traceEdge'

const trace = (toAcross: number): string => {
  let path = ''
  traceEdge(
    {
      moveTo: (x, y) => (path += `M${x} ${y}`),
      lineTo: (x, y) => (path += `L${x} ${y}`),
      quadraticCurveTo: (cx, cy, x, y) => (path += `Q${cx} ${cy} ${x} ${y}`),
    },
    { fromAlong: 228, fromAcross: 17, turn: 246, toAlong: 268, toAcross },
    1,
  )
  return path
}

it('leaves and arrives on the header lines, turning at the junction with corners of 8', () => {
  expect(trace(133)).toBe('M228 17L238 17Q246 17 246 25L246 125Q246 133 254 133L268 133')
})

it('is straight to a child in the same row', () => {
  expect(trace(17)).toBe('M228 17L268 17')
})
