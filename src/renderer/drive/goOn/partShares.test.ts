import { expect, it } from 'vitest'
import { partShares } from './partShares'

const part = (tokens: number, isLeftOut = false) => ({ label: '', count: 1, tokens, isLeftOut })
const context = (tokens: number, limit: number | null) => ({
  messages: 1,
  bytes: 1,
  tokens,
  limit,
  parts: [part(10), part(30), part(5, true)],
})

it('parts share the window of the model; what stays behind takes nothing', () => {
  expect(partShares(context(40, 200))).toEqual([0.05, 0.15])
  expect(partShares(context(40, null))).toEqual([0.25, 0.75])
  expect(partShares(context(80, 40))).toEqual([0.125, 0.375])
})
