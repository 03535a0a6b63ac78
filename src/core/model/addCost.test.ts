import { expect, it } from 'vitest'
import { noUsage } from '../../shared/totalTokens'
import { addCost } from './addCost'

it('one who used nothing does not make a price of the unknown', () => {
  const used = { ...noUsage, requests: 2 }
  expect(addCost(null, { usage: noUsage, cost: 0 })).toBeNull()
  expect(addCost(null, { usage: used, cost: null })).toBeNull()
  expect(addCost(null, { usage: used, cost: 0.5 })).toBe(0.5)
  expect(addCost(0.5, { usage: used, cost: null })).toBe(0.5)
  expect(addCost(0, { usage: noUsage, cost: 0 })).toBe(0)
})
