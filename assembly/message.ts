import { messageObject, messageSlot, modelSlot, usageObject } from '../src/core/providers/claude/scanGistLayout'
import { readBlock, startBlocks } from './blocks'
import { keyCode, keyRead, readKey, startKeys } from './keys'
import { ask, lost, stepOver } from './line'
import { readText, readWord, textRead } from './texts'

const quote: u8 = 34
const comma: u8 = 44
const openBracket: u8 = 91
const closeBracket: u8 = 93
const openBrace: u8 = 123
const closeBrace: u8 = 125

const idKey: i32 = 0
const modelKey: i32 = 1
const stopKey: i32 = 2
const contentKey: i32 = 3
const usageKey: i32 = 4

const inputKey: i32 = 0
const cacheWriteKey: i32 = 1
const cacheReadKey: i32 = 2
const outputKey: i32 = 3

export let messageId: i32 = 0
export let model: i32 = 0
export let stop: i32 = 0
export let hasUsage: bool = false
export let input: i64 = 0
export let cacheWrite: i64 = 0
export let cacheRead: i64 = 0
export let output: i64 = 0
let count: i64 = 0

export function startMessage(): void {
  messageId = model = stop = 0
  hasUsage = false
  startBlocks()
}

/** `recordType`: what the record has said so far it is; 0 nothing. */
export function readMessage(from: i32, recordType: i32): i32 {
  startMessage()
  if (load<u8>(from) !== openBrace) return stepOver(from)
  if (load<u8>(from + 1) === closeBrace) return from + 2
  let key = startKeys(messageObject)
  let at = from + 1
  while (true) {
    const value = readKey(messageObject, key, at)
    if (value === lost) return lost
    key = keyRead()
    at = readMember(keyCode(), value, recordType)
    if (at === lost) return lost
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1
    if (c !== comma) return lost
    at++
  }
}

function readMember(member: i32, value: i32, recordType: i32): i32 {
  let after: i32
  switch (member) {
    case idKey:
      after = readText(messageSlot, value)
      messageId = textRead()
      return after
    case modelKey:
      after = readText(modelSlot, value)
      model = textRead()
      return after
    case stopKey:
      after = readWord(value)
      stop = textRead()
      return after
    case contentKey:
      return readContent(value, recordType)
    case usageKey:
      return readUsage(value)
    default:
      return stepOver(value)
  }
}

/** Content that is text is a prompt: read whole. */
function readContent(from: i32, recordType: i32): i32 {
  startBlocks()
  const first = load<u8>(from)
  if (first === quote) return lost
  if (first !== openBracket) return stepOver(from)
  if (load<u8>(from + 1) === closeBracket) return from + 2
  let at = from + 1
  while (true) {
    at = readBlock(at, recordType)
    if (at === lost) return lost
    const c = load<u8>(at)
    if (c === closeBracket) return at + 1
    if (c !== comma) return lost
    at++
  }
}

function readUsage(from: i32): i32 {
  hasUsage = false
  if (load<u8>(from) !== openBrace) return stepOver(from)
  hasUsage = true
  input = cacheWrite = cacheRead = output = 0
  if (load<u8>(from + 1) === closeBrace) return from + 2
  let key = startKeys(usageObject)
  let at = from + 1
  while (true) {
    const value = readKey(usageObject, key, at)
    if (value === lost) return lost
    key = keyRead()
    const kind = keyCode()
    at = kind === -1 ? stepOver(value) : readCount(value)
    if (at === lost) return lost
    if (kind === inputKey) input = count
    else if (kind === cacheWriteKey) cacheWrite = count
    else if (kind === cacheReadKey) cacheRead = count
    else if (kind === outputKey) output = count
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1
    if (c !== comma) return lost
    at++
  }
}

/** Up to fifteen digits, or something that is no number; the rest is left to the scan. */
function readCount(from: i32): i32 {
  let value: i64 = 0
  let i = from
  for (; i < from + 15; i++) {
    const digit = load<u8>(i) - 48
    if (digit > 9) break
    value = value * 10 + (digit as i64)
  }
  const c = load<u8>(i)
  count = value
  if (i > from && (c === comma || c === closeBrace)) return i
  if (i > from || c === 45) return ask()
  count = 0
  return stepOver(from)
}
