import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJsonc } from './parseJsonc'

it('reads what people write into their settings', () => {
  const text = `\uFEFF// mine
  {
    "agent": { /* the quick one */ "fast": { "color": "#38A3EE", "prompt": "see // http://x /* y */ \\" ,}", }, },
    // "old": 1,
    "list": [1, 2, /* last */ ],
  }`
  expect(parseJsonc(text)).toEqual({
    agent: { fast: { color: '#38A3EE', prompt: 'see // http://x /* y */ " ,}' } },
    list: [1, 2],
  })
})

it('changes nothing of what is JSON already', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1)
      expect(parseJsonc(text)).toEqual(JSON.parse(text))
    }),
    { seed: 7 },
  )
})

it.each(['', '{', '{"a": }', '/*', '[1,, 2]', '"', 'nonsense'])('finds nothing in %j', (text) => {
  expect(parseJsonc(text)).toBeUndefined()
})

it('is not kept busy by a hostile file', () => {
  const began = performance.now()
  for (const part of [',', '/*', ', ', '\\"', ',/**/', '/**/', '//\n', '"'])
    expect(parseJsonc(part.repeat(200_000) + ' '.repeat(200_000))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(10_000)
})
