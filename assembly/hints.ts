import { oddHint, plainText } from '../src/core/providers/claude/scanGistLayout'
import { ask, lost, stepOver } from './line'
import { addFresh } from './texts'

const quote: u8 = 34
const backslash: u8 = 92
const letterN: u8 = 110
const letterR: u8 = 114
const longest: i32 = 80
/** As many bytes decide what the hint is, where none of them is odd. */
const enough: i32 = 82

let number: i32 = 0

export function hintRead(): i32 {
  return number
}

/** The beginning of the value at `at` where it is a string; else no text. Returns the offset behind the value. */
export function readHint(at: i32): i32 {
  number = 0
  const after = stepOver(at)
  if (after === lost || load<u8>(at) !== quote) return after
  number = hintOf(at + 1, after - 1)
  return number === 0 ? ask() : after
}

/** What `scanGistHint` says of [from, to), where no byte of it is odd; odd ones are left to it. */
function hintOf(from: i32, to: i32): i32 {
  const near = from + enough < to ? from + enough : to
  let i = from
  while (i < near) {
    const bytes = v128.load(i)
    const isOdd = v128.or(i8x16.eq(bytes, i8x16.splat(backslash as i8)), i8x16.lt_s(bytes, i8x16.splat(32)))
    const odd = i8x16.bitmask(isOdd)
    if (odd === 0) {
      i += 16
      continue
    }
    i += ctz<i32>(odd)
    if (i >= near) break
    const next = load<u8>(i + 1)
    if (load<u8>(i) === backslash && (next === letterN || next === letterR)) return addFresh(from, shorter(from, i), plainText)
    return addFresh(from, to, oddHint)
  }
  return addFresh(from, shorter(from, near), plainText)
}

function shorter(from: i32, to: i32): i32 {
  return to - from > longest ? from + longest : to
}
