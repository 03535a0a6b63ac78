import { expect, it } from 'vitest'
import { nearestFirst } from './findCall'
import { reportedNumbers } from './reportedNumbers'

it('reads what a tool says of a call at the end of its answer', () => {
  expect(reportedNumbers('Done.\n<usage>total_tokens: 1200 tool_uses: 4 duration_ms: 5000</usage>')).toEqual({
    tokens: 1200,
    tools: 4,
    durationMs: 5000,
  })
  expect(reportedNumbers('Nothing of the kind; 3 tools were used.')).toBeNull()
})

it('looks for a call near its number first', () => {
  expect(nearestFirst([10, 20, 30, 40], 2)).toEqual([30, 20, 40, 10])
})
