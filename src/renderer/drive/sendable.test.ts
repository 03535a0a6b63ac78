import { expect, it } from 'vitest'
import { inParts } from './sendable'

it('long texts come in parts that lose nothing and cut no character', () => {
  const text = `a${'😀'.repeat(10)}b`
  const parts = [...inParts(text, 4)]
  expect(parts.join('')).toBe(text)
  expect(parts.every((part) => part.length <= 4 && !/[\ud800-\udbff]$/.test(part))).toBe(true)
  expect([...inParts('', 4)]).toEqual([])
})
