/** Whether `length` bytes are the same in both places. Reads up to 15 bytes more than that, which then do not count. */
export function sameBytes(a: i32, b: i32, length: i32): bool {
  let i = 0
  while (i + 16 <= length) {
    if (equalBits(a + i, b + i) !== 0xffff) return false
    i += 16
  }
  const rest = length - i
  return rest === 0 || (equalBits(a + i, b + i) | (-1 << rest)) === -1
}

function equalBits(a: i32, b: i32): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)))
}
