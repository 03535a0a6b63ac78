import type { Bytes } from '../../framing/bytes'

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

/**
 * Milliseconds of a timestamp written as the CLI writes it (`2026-09-01T08:07:06.543Z`, then a quote; its first digit at `from`),
 * or -1 when it is written otherwise and Date.parse must be asked. A Date.parse per line would be a tenth of the whole reading.
 */
export function scanGistTime(bytes: Bytes, from: number): number {
  if (bytes[from + 4] !== 45 || bytes[from + 7] !== 45 || bytes[from + 10] !== 84 || bytes[from + 13] !== 58) return -1
  if (bytes[from + 16] !== 58 || bytes[from + 19] !== 46 || bytes[from + 23] !== 90 || bytes[from + 24] !== 34) return -1
  const year = two(bytes, from) * 100 + two(bytes, from + 2)
  const month = two(bytes, from + 5)
  const day = two(bytes, from + 8)
  const hour = two(bytes, from + 11)
  const minute = two(bytes, from + 14)
  const second = two(bytes, from + 17)
  const ms = two(bytes, from + 20) * 10 + two(bytes, from + 21) - 10 * (bytes[from + 21]! - 48)
  // A byte that is no digit has made a NaN, and NaN fails every comparison. Years before 1970 could give -1 a second meaning.
  const isDate = year >= 1970 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month)
  const isTime = hour < 24 && minute < 60 && second < 60 && ms < 1000
  if (!isDate || !isTime) return -1
  return (((daysBefore(year, month) + day - 1) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + ms
}

function two(bytes: Bytes, at: number): number {
  const tens = bytes[at]! - 48
  const ones = bytes[at + 1]! - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** February 29 is left to Date.parse. */
function daysIn(month: number): number {
  return daysBeforeMonth[month]! - daysBeforeMonth[month - 1]!
}

/** Days from 1970-01-01 to the first of the month; true for 1970 to 2099, where every fourth year is a leap year. */
function daysBefore(year: number, month: number): number {
  const leapDays = (year - 1969) >> 2
  const thisYear = month > 2 && (year & 3) === 0 ? 1 : 0
  return (year - 1970) * 365 + leapDays + daysBeforeMonth[month - 1]! + thisYear
}
