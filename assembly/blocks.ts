import {
  blockObject,
  blocksAt,
  callSlot,
  mostBlocks,
  otherBlock,
  plainToolWord,
  resultBlock,
  saidBlock,
  textWord,
  thinkingWord,
  thoughtBlock,
  toolBlock,
  toolResultWord,
  toolUseWord,
  userWord,
} from '../src/core/providers/claude/scanGistLayout'
import { hintRead, readHint } from './hints'
import { keyCode, keyRead, readKey, startKeys } from './keys'
import { ask, isTrue, keyEnd, lost, stepOver } from './line'
import { sameBytes } from './sameBytes'
import { meaningRead, readText, readTextLike, readWord, textRead } from './texts'

const comma: u8 = 44
const openBrace: u8 = 123
const closeBrace: u8 = 125

const typeKey: i32 = 0
const textKey: i32 = 1
const thinkingKey: i32 = 2
const idKey: i32 = 3
const nameKey: i32 = 4
const inputKey: i32 = 5
const callKey: i32 = 6
const errorKey: i32 = 7

let room: i32 = 0
let count: i32 = 0
/** Whether there is any that is no tool's result. */
let isMixed: bool = false

let type: i32 = 0
let said: i32 = 0
let thought: i32 = 0
let asked: i32 = 0
let id: i32 = 0
let name: i32 = 0
let isPlain: bool = false
let call: i32 = 0
let isError: bool = false

export function openBlocks(at: i32): void {
  room = at
}

export function startBlocks(): void {
  count = 0
  isMixed = false
}

export function blockCount(): i32 {
  return count
}

export function areResults(): bool {
  return count > 0 && !isMixed
}

/** Reads one element of a message's content. Its type may come last, so every field any type has is kept until the end. */
export function readBlock(from: i32, recordType: i32): i32 {
  if (load<u8>(from) !== openBrace) return addBlock(otherBlock, 0, 0, 0) ? stepOver(from) : lost
  const after = readFields(from)
  return after !== lost && addRead(recordType) ? after : lost
}

function readFields(from: i32): i32 {
  type = said = thought = asked = id = name = call = 0
  isPlain = isError = false
  if (load<u8>(from + 1) === closeBrace) return from + 2
  let key = startKeys(blockObject)
  let at = from + 1
  while (true) {
    const value = readKey(blockObject, key, at)
    if (value === lost) return lost
    key = keyRead()
    at = readField(keyCode(), value)
    if (at === lost) return lost
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1
    if (c !== comma) return lost
    at++
  }
}

function readField(field: i32, value: i32): i32 {
  let after: i32
  switch (field) {
    case typeKey:
      after = readWord(value)
      type = meaningRead()
      return after
    case nameKey:
      after = readWord(value)
      name = textRead()
      isPlain = (meaningRead() & plainToolWord) !== 0
      return after
    case idKey:
      after = readText(callSlot, value)
      id = textRead()
      return after
    case callKey:
      after = readTextLike(callSlot, value)
      call = textRead()
      return after
    case textKey:
      after = readHint(value)
      said = hintRead()
      return after
    case thinkingKey:
      after = readHint(value)
      thought = hintRead()
      return after
    case inputKey:
      return readInput(value)
    case errorKey:
      isError = isTrue(value)
      return stepOver(value)
    default:
      return stepOver(value)
  }
}

/** False: the record must be read whole, or has more blocks than there is place for. */
function addRead(recordType: i32): bool {
  if (type & toolResultWord) return !isError && addBlock(resultBlock, call, 0, 0)
  if (type & textWord) return recordType !== userWord && addBlock(saidBlock, 0, 0, said)
  if (type & thinkingWord) return addBlock(thoughtBlock, 0, 0, thought)
  if (type & toolUseWord) return isPlain && addBlock(toolBlock, id, name, asked)
  return addBlock(otherBlock, 0, 0, 0)
}

function addBlock(kind: i32, first: i32, second: i32, hint: i32): bool {
  if (count === mostBlocks) {
    ask()
    return false
  }
  const at = room + blocksAt + count++ * 16
  store<i32>(at, kind)
  store<i32>(at + 4, first)
  store<i32>(at + 8, second)
  store<i32>(at + 12, hint)
  if (kind !== resultBlock) isMixed = true
  return true
}

function readInput(from: i32): i32 {
  asked = 0
  if (load<u8>(from) !== openBrace) return stepOver(from)
  if (load<u8>(from + 1) === closeBrace) return from + 2
  const first = from + 1
  let firstLength = 0
  let at = first
  while (true) {
    const to = keyEnd(at)
    // Keys that look like indices of an array come first in JavaScript, wherever they stand.
    if (to === lost || isDigit(load<u8>(at + 1))) return lost
    if (firstLength === 0) {
      firstLength = to + 1 - first
      at = readHint(to + 2)
      asked = hintRead()
    } else if (to + 1 - at === firstLength && sameBytes(at, first, firstLength)) return lost
    else at = stepOver(to + 2)
    if (at === lost) return lost
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1
    if (c !== comma) return lost
    at++
  }
}

function isDigit(c: u8): bool {
  return c >= 48 && c <= 57
}
