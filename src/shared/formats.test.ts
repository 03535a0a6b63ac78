import { describe, expect, it } from 'vitest'
import { formatBytes } from './formatBytes'
import { formatCost } from './formatCost'
import { formatCount, formatExact } from './formatCount'
import { formatAge, formatDuration } from './formatDuration'
import { formatMoney } from './formatMoney'
import { neutraliseText, oneLine } from './neutraliseText'

describe('numbers as the drawing writes them', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1\u202f000'],
    [1234, '1\u202f234'],
    [9999, '9\u202f999'],
    [12_345, '12.3k'],
    [99_940, '99.9k'],
    [99_960, '100k'],
    [191_200, '191k'],
    [999_400, '999k'],
    [999_600, '1.0M'],
    [1_234_567, '1.2M'],
    [123_456_789, '123M'],
    [5_000_000_000, '5.0G'],
  ])('count %d', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })

  it('exact', () => {
    expect([formatExact(12), formatExact(1234), formatExact(1_234_567)]).toEqual(['12', '1\u202f234', '1\u202f234\u202f567'])
    expect(formatExact(1234.000_125)).toBe('1\u202f234.000125')
  })

  it.each([
    [0, '0s'],
    [-5, '0s'],
    [40, '0.1s'],
    [450, '0.4s'],
    [34_900, '34s'],
    [252_000, '4m12s'],
    [60_000, '1m00s'],
    [9_660_000, '2h41m'],
    [3 * 86_400_000 + 5, '3d'],
    [Number.NaN, '0s'],
  ])('duration %d', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  it('age', () => {
    expect([5_000, 200_000, 7_200_000, 200_000_000, -1].map(formatAge)).toEqual(['5s', '3m', '2h', '2d', '0s'])
  })

  it('money: an unknown price is never $0.00', () => {
    expect([null, 0, 0.004, 0.84, 61.4, 1234.5, Number.NaN].map(formatMoney)).toEqual([
      '–',
      '$0',
      '<$0.01',
      '$0.84',
      '$61.40',
      '$1\u202f235',
      '–',
    ])
  })

  it('bytes', () => {
    expect([812, 1500, 14_200, 999_700, 3_100_000, 1.2e9].map(formatBytes)).toEqual([
      '812 B',
      '1.5 kB',
      '14 kB',
      '1.0 MB',
      '3.1 MB',
      '1.2 GB',
    ])
  })
})

describe('hostile text', () => {
  it('shows what a terminal would obey', () => {
    expect(neutraliseText('a\x1b[31mb\x07\x00\x7f\x9b')).toBe('a␛[31mb␇␀␡\ufffd')
    expect(neutraliseText('x\u202ey\u2066z\u2028w')).toBe('x\ufffdy\ufffdz\nw')
    expect(neutraliseText('\ud800a\udc00 😀')).toBe('\ufffda\ufffd 😀')
    expect(neutraliseText('a\r\nb\rc\td')).toBe('a\nb\nc\td')
    expect(oneLine('  a\n\n b\tc ')).toBe('a b c')
  })
})

it('a cost of which a part is not known is at least so much, and an unknown one is unknown', () => {
  const costs = [
    [0.84, true],
    [0.84, false],
    [0, false],
    [null, false],
  ] as const
  expect(costs.map(([usd, complete]) => formatCost({ usd, complete }))).toEqual(['$0.84', '≥ $0.84', '≥ $0', '–'])
})
