import { askedLine, unreadLine } from '../src/core/providers/claude/scanGistLayout'

const quote: u8 = 34
const comma: u8 = 44
const colon: u8 = 58
const openBracket: u8 = 91
const backslash: u8 = 92
const closeBracket: u8 = 93
const openBrace: u8 = 123
const closeBrace: u8 = 125

/** What a step returns when it cannot go on: as in `scanGistWalk`, step for step. */
export const lost: i32 = -1

let marks: i32 = 0
let end: i32 = 0
let isAsked: bool = false

/** Where the bits are that tell quotes. */
export function takeMarks(at: i32): void {
  marks = at
}

export function startLine(to: i32): void {
  end = to
  isAsked = false
}

export function lineEnd(): i32 {
  return end
}

/** Gives the line up to the scan, which understands more. */
export function ask(): i32 {
  isAsked = true
  return lost
}

export function failure(): i32 {
  return isAsked ? askedLine : unreadLine
}

/** The closing quote of the string whose text begins at `from`, or -1. */
export function stringEnd(from: i32): i32 {
  if (from >= end) return lost
  const last = marks + (((end - 1) >> 6) << 3)
  let at = marks + ((from >> 6) << 3)
  let word = load<u64>(at) & ((~0 as u64) << ((from & 63) as u64))
  while (word === 0) {
    if (at === last) return lost
    at += 8
    word = load<u64>(at)
  }
  const found = ((at - marks) << 3) + (ctz<u64>(word) as i32)
  return found < end ? found : lost
}

/** Steps over any value. */
export function stepOver(at: i32): i32 {
  const c = load<u8>(at)
  if (c === quote) {
    const to = stringEnd(at + 1)
    return to === lost ? lost : to + 1
  }
  if (c === openBrace || c === openBracket) return skipNested(at)
  return skipScalar(at)
}

export function isTrue(at: i32): bool {
  return load<u32>(at) === 0x65757274
}

function skipNested(from: i32): i32 {
  let depth = 0
  let i = from
  while (i < end) {
    const c = load<u8>(i)
    if (c === quote) {
      i = stringEnd(i + 1) + 1
      if (i === 0 || !isAfterString(load<u8>(i))) return lost
      continue
    }
    if (c === openBrace || c === openBracket) depth++
    else if (c === closeBrace || c === closeBracket) {
      if (--depth === 0) return i + 1
    }
    i++
  }
  return lost
}

/** A number, true, false or null. */
function skipScalar(from: i32): i32 {
  let i = from
  while (i < end) {
    const c = load<u8>(i)
    if (c === comma || c === closeBrace || c === closeBracket) break
    if (c < 43 || c > 122) return lost
    i++
  }
  return i === from ? lost : i
}

function isAfterString(c: u8): bool {
  return c === comma || c === colon || c === closeBrace || c === closeBracket
}

/** The closing quote of the key whose opening quote is at `at`, or -1: no key, or one with an escape in it. */
export function keyEnd(at: i32): i32 {
  if (load<u8>(at) !== quote) return lost
  let i = at + 1
  while (i < end) {
    const c = load<u8>(i)
    if (c === quote) return load<u8>(i + 1) === colon ? i : lost
    if (c === backslash) return lost
    i++
  }
  return lost
}
