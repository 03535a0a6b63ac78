import { expect, it } from 'vitest'
import { wholeText } from './wholeText'

it('asks until all of it is there, and never for ever', async () => {
  const text = 'abcdefg'
  expect(await wholeText(async (from) => ({ text: text.slice(from, from + 3), total: text.length }))).toBe(text)
  expect(await wholeText(async () => ({ text: '', total: 9 }))).toBe('')
})
