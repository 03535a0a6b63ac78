import {
  assistantWord,
  blocksWord,
  bulkWord,
  freshWord,
  keptWord,
  messageWord,
  modelWord,
  readLine,
  recordObject,
  resultObject,
  sidechainWord,
  speaksWord,
  stopWord,
  timeDouble,
  typeWord,
  unreadLine,
  usageDouble,
  usageWord,
  userWord,
} from '../src/core/providers/claude/scanGistLayout'
import { areResults, blockCount, openBlocks } from './blocks'
import { keyCode, keyRead, learnKey, openKeys, readKey, startKeys } from './keys'
import { failure, isTrue, lost, startLine, stepOver, takeMarks } from './line'
import { cacheRead, cacheWrite, hasUsage, input, messageId, model, output, readMessage, startMessage, stop } from './message'
import {
  endTexts,
  freshCount,
  keptCount,
  learnWord,
  meaningRead,
  openTexts,
  readText,
  readTextLike,
  readWord,
  startTexts,
  textRead,
} from './texts'
import { readTime, timeRead } from './times'

/**
 * The walk of a line, step for step as `ScanGistRecord` goes it, in the memory that the line was read into. Two programs must say the
 * same: what this one does not understand it gives up (`ask`), and never guesses.
 */

const quote: u8 = 34
const comma: u8 = 44
const letterF: u8 = 102
const letterN: u8 = 110
const openBrace: u8 = 123
const closeBrace: u8 = 125

/** Keys before this one are ids and other short texts, in the order of the words that are left for them. */
const typeKey: i32 = 8
const parentKey: i32 = 1
const timestampKey: i32 = 9
const sidechainKey: i32 = 10
const messageKey: i32 = 11
const resultKey: i32 = 12
const apiErrorKey: i32 = 13
const promotedKey: i32 = 18

let room: i32 = 0
let type: i32 = 0
let typeText: i32 = 0
let isOdd: bool = false
let isSidechain: bool = false
let time: f64 = NaN

/** `at`: a room of zeroes of the size in the layout; `marks`: where the bits are that tell quotes. */
export function open(at: i32, marks: i32): void {
  room = at
  takeMarks(marks)
  openKeys(at)
  openTexts(at)
  openBlocks(at)
}

/** A wanted key, as `"key":`, and which of its object it is. */
export function teachKey(object: i32, at: i32, length: i32, code: i32): bool {
  return learnKey(object, at, length, code) !== 0
}

/** A word, and what it means. */
export function teachWord(at: i32, length: i32, meaning: i32): bool {
  return learnWord(at, length, meaning)
}

/** Reads the line [start, end) and leaves what it says in the room. */
export function read(start: i32, end: i32): i32 {
  if (load<u8>(start) !== openBrace || end - start < 3) return unreadLine
  startLine(end)
  startTexts()
  startMessage()
  type = 0
  isOdd = isSidechain = false
  time = NaN
  for (let i = 0; i < typeKey; i++) store<i32>(room + i * 4, 0)
  const isRead = readRecord(start, end) && isEnough()
  if (isRead) leave()
  endTexts(isRead)
  return isRead ? readLine : failure()
}

function readRecord(start: i32, end: i32): bool {
  let key = startKeys(recordObject)
  let at = start + 1
  while (true) {
    const value = readKey(recordObject, key, at)
    if (value === lost) return false
    key = keyRead()
    const code = keyCode()
    at = code >= 0 && code < typeKey ? readId(code, value) : readMember(code, value)
    if (at === lost || at >= end) return false
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1 === end
    if (c !== comma) return false
    at++
  }
}

/** A record of a user with anything but results of tools, or with anything unusual about it, must be read whole. */
function isEnough(): bool {
  return type === userWord ? !isOdd && areResults() : type !== 0
}

function leave(): void {
  store<i32>(room + typeWord * 4, typeText)
  const speaks = type === userWord || type === assistantWord
  store<i32>(room + messageWord * 4, messageId)
  store<i32>(room + modelWord * 4, model)
  store<i32>(room + stopWord * 4, stop)
  store<i32>(room + sidechainWord * 4, isSidechain as i32)
  store<i32>(room + usageWord * 4, (hasUsage && type === assistantWord) as i32)
  store<i32>(room + speaksWord * 4, speaks as i32)
  store<i32>(room + blocksWord * 4, blockCount())
  store<i32>(room + freshWord * 4, freshCount())
  store<i32>(room + keptWord * 4, keptCount())
  store<f64>(room + timeDouble * 8, time)
  store<f64>(room + usageDouble * 8, input as f64)
  store<f64>(room + usageDouble * 8 + 8, cacheWrite as f64)
  store<f64>(room + usageDouble * 8 + 16, cacheRead as f64)
  store<f64>(room + usageDouble * 8 + 24, output as f64)
}

/** A record's parent is mostly the record before it. */
function readId(code: i32, value: i32): i32 {
  const after = code === parentKey ? readTextLike(0, value) : readText(code, value)
  store<i32>(room + code * 4, textRead())
  return after
}

function readMember(code: i32, value: i32): i32 {
  switch (code) {
    case -1:
      return stepOver(value)
    case typeKey:
      return readType(value)
    case timestampKey: {
      const after = readTime(value)
      time = timeRead()
      return after
    }
    case sidechainKey:
      isSidechain = isTrue(value)
      return stepOver(value)
    case messageKey:
      return type === 0 || type === userWord || type === assistantWord ? readMessage(value, type) : stepOver(value)
    case resultKey:
      return readResult(value)
    default:
      return readOdd(code, value)
  }
}

/** Types that are always read whole end the walk here, before their long values. */
function readType(value: i32): i32 {
  // A second `type` could change what an already skipped message means.
  if (load<u8>(value) !== quote || type !== 0) return lost
  const after = readWord(value)
  if (after === lost) return lost
  type = meaningRead() & (assistantWord | userWord | bulkWord)
  typeText = textRead()
  return type === 0 ? lost : after
}

/** Keys that, when they say anything, make a user record one to read whole; an API error and a promoted copy do so everywhere. */
function readOdd(code: i32, value: i32): i32 {
  const first = load<u8>(value)
  const isSaid = first !== letterF && first !== letterN
  if (isSaid && (code === apiErrorKey || code === promotedKey)) return lost
  if (isSaid) isOdd = true
  return stepOver(value)
}

function readResult(from: i32): i32 {
  const first = load<u8>(from)
  if (first === quote) isOdd = true
  if (first !== openBrace) return stepOver(from)
  if (load<u8>(from + 1) === closeBrace) return from + 2
  let key = startKeys(resultObject)
  let at = from + 1
  while (true) {
    const value = readKey(resultObject, key, at)
    if (value === lost || keyCode() !== -1) return lost
    key = keyRead()
    at = stepOver(value)
    if (at === lost) return lost
    const c = load<u8>(at)
    if (c === closeBrace) return at + 1
    if (c !== comma) return lost
    at++
  }
}
