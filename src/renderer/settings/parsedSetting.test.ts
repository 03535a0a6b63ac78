import { expect, it } from 'vitest'
import { parseNumber, parsePath } from './parsedSetting'

const minutes = { unit: 'minutes', least: 1, most: 1440, isWhole: true }

it('takes a number as a person writes it', () => {
  expect(parseNumber(' 12 ', minutes)).toEqual({ ok: true, value: 12 })
  expect(parseNumber('1,5', { unit: 'hours', least: 0.1, most: 10, isWhole: false })).toEqual({ ok: true, value: 1.5 })
})

it('says what is wrong with one', () => {
  const why = (text: string) => {
    const parsed = parseNumber(text, minutes)
    return parsed.ok ? null : parsed.why
  }
  expect([why('soon'), why(''), why('1.5'), why('0'), why('9999')]).toEqual([
    'Not a number. A number of minutes is needed.',
    'Not a number. A number of minutes is needed.',
    'Whole minutes only.',
    'From 1 to 1\u202f440 minutes.',
    'From 1 to 1\u202f440 minutes.',
  ])
})

it('takes whole paths only', () => {
  expect(['', ' /a b ', '~/x', '~', 'C:\\x', '\\\\host\\x'].map((path) => parsePath(path).ok)).toEqual(Array(6).fill(true))
  expect(parsePath('prices.json').ok).toBe(false)
  expect(parsePath('  ')).toEqual({ ok: true, value: null })
})
