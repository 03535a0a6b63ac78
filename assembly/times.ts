import { ask, stepOver } from './line'

const quote: u8 = 34
const dayMs: i64 = 86_400_000

let time: f64 = NaN

export function timeRead(): f64 {
  return time
}

/** The time at `at`, as `scanGistTime` reads it; written otherwise, it is left to the scan. */
export function readTime(at: i32): i32 {
  if (load<u8>(at) !== quote) {
    time = NaN
    return stepOver(at)
  }
  return isTime(at + 1) ? at + 26 : ask()
}

function isTime(from: i32): bool {
  if (load<u8>(from + 4) !== 45 || load<u8>(from + 7) !== 45 || load<u8>(from + 10) !== 84 || load<u8>(from + 13) !== 58)
    return false
  if (load<u8>(from + 16) !== 58 || load<u8>(from + 19) !== 46 || load<u8>(from + 23) !== 90 || load<u8>(from + 24) !== quote)
    return false
  const year = two(from) * 100 + two(from + 2)
  const month = two(from + 5)
  const day = two(from + 8)
  const hour = two(from + 11)
  const minute = two(from + 14)
  const second = two(from + 17)
  const last = load<u8>(from + 22) - 48
  const ms = two(from + 20) * 10 + (last as i32)
  if (last > 9 || year < 1970 || year >= 2100 || month < 1 || month > 12 || day < 1 || day > daysIn(month)) return false
  if (hour < 0 || hour >= 24 || minute < 0 || minute >= 60 || second < 0 || second >= 60 || ms < 0) return false
  const days = (year - 1970) * 365 + ((year - 1969) >> 2) + daysBefore(month) + (month > 2 && (year & 3) === 0 ? 1 : 0) + day - 1
  time = ((days as i64) * dayMs + (((hour * 60 + minute) * 60 + second) as i64) * 1000 + (ms as i64)) as f64
  return true
}

/** Far below nothing where one of them is no digit, so that no sum is taken for a number. */
function two(at: i32): i32 {
  const tens = load<u8>(at) - 48
  const ones = load<u8>(at + 1) - 48
  return tens <= 9 && ones <= 9 ? (tens as i32) * 10 + (ones as i32) : -100_000
}

/** February 29 is left to the scan. */
function daysIn(month: i32): i32 {
  if (month === 2) return 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** In a year of 365 days, before the first of the month. */
function daysBefore(month: i32): i32 {
  if (month < 3) return (month - 1) * 31
  return ((month - 3) * 153 + 2) / 5 + 59
}
