import { keyBytes, keysAt, mostKeys, nearAt, nearPlaces, objects } from '../src/core/providers/claude/scanGistLayout'
import { copyBytes } from './copyBytes'
import { keyEnd, lost } from './line'
import { sameBytes } from './sameBytes'

/** A key that was met: its bytes from the quote to the colon, then these. */
const lengthAt: i32 = 48
const codeAt: i32 = 49
/** The two keys that last came behind it. */
const nextAt: i32 = 52
const otherAt: i32 = 56
const longest: i32 = 48
const unwanted: i32 = -1

let room: i32 = 0
let last: i32 = 0
let code: i32 = unwanted

export function openKeys(at: i32): void {
  room = at
  for (let i = 0; i < objects; i++) store<u32>(firstKey(i) + lengthAt, 1)
}

/** Place 0 of each kind of object stands for its beginning, and holds how many places are taken. */
function firstKey(kind: i32): i32 {
  return room + keysAt + kind * mostKeys * keyBytes
}

export function startKeys(kind: i32): i32 {
  return firstKey(kind)
}

/** Which of the wanted keys the one last read is, or -1. */
export function keyCode(): i32 {
  return code
}

/** The key last read, to be handed over with the next. */
export function keyRead(): i32 {
  return last
}

/** Reads `"key":` at `at`, behind the key `before`; returns where its value begins. */
export function readKey(kind: i32, before: i32, at: i32): i32 {
  let key = load<i32>(before + nextAt)
  if (key !== 0 && isKeyAt(at, key)) return take(key, at)
  key = load<i32>(before + otherAt)
  if (key !== 0 && isKeyAt(at, key)) return take(key, at)
  return readUnexpected(kind, before, at)
}

function isKeyAt(at: i32, key: i32): bool {
  return sameBytes(at, key, load<u8>(key + lengthAt) as i32)
}

function take(key: i32, at: i32): i32 {
  last = key
  code = load<i8>(key + codeAt) as i32
  return at + (load<u8>(key + lengthAt) as i32)
}

function readUnexpected(kind: i32, before: i32, at: i32): i32 {
  const to = keyEnd(at)
  if (to === lost) return lost
  const length = to + 2 - at
  const key = length > longest ? 0 : find(kind, at, length)
  if (key === 0) {
    last = before
    code = unwanted
    return at + length
  }
  store<i32>(before + otherAt, load<i32>(before + nextAt))
  store<i32>(before + nextAt, key)
  return take(key, at)
}

/** The key at `at` among those of its object, taken up where it is new; 0 where there is no place left for it. */
function find(kind: i32, at: i32, length: i32): i32 {
  const place = (length + (load<u8>(at + 1) as i32) * 5 + (load<u8>(at + length - 3) as i32) * 3) & (nearPlaces - 1)
  const near = room + nearAt + (kind * nearPlaces + place) * 4
  const known = load<i32>(near)
  if (known !== 0 && isSame(known, at, length)) return known
  const first = firstKey(kind)
  const count = load<u8>(first + lengthAt) as i32
  for (let i = 1; i < count; i++) {
    const key = first + i * keyBytes
    if (!isSame(key, at, length)) continue
    store<i32>(near, key)
    return key
  }
  return learnKey(kind, at, length, unwanted)
}

function isSame(key: i32, at: i32, length: i32): bool {
  return (load<u8>(key + lengthAt) as i32) === length && sameBytes(at, key, length)
}

/** The wanted ones are learned first, so that a full table never hides one of them. */
export function learnKey(kind: i32, at: i32, length: i32, meaning: i32): i32 {
  const first = firstKey(kind)
  const count = load<u8>(first + lengthAt) as i32
  if (count >= mostKeys || length > longest) return 0
  store<u8>(first + lengthAt, (count + 1) as u8)
  const key = first + count * keyBytes
  copyBytes(key, at, length)
  store<u8>(key + lengthAt, length as u8)
  store<i8>(key + codeAt, meaning as i8)
  return key
}
