import {
  firstFresh,
  freshAt,
  keptAt,
  meaningBytes,
  meaningsAt,
  mostFresh,
  mostMeanings,
  oddText,
  plainText,
  slotBytes,
  slots,
  slotsAt,
  wideText,
  wordBytes,
  words,
  wordsAt,
} from '../src/core/providers/claude/scanGistLayout'
import { copyBytes } from './copyBytes'
import { ask, lineEnd, lost, stepOver, stringEnd } from './line'
import { sameBytes } from './sameBytes'

const quote: u8 = 34
const backslash: u8 = 92
/** Of a slot: its text, then these. */
const slotLengthAt: i32 = 248
const slotNumberAt: i32 = 252
const longestKept: i32 = 200
/** Of a word: its text, then these. */
const wordLengthAt: i32 = 32
const wordNumberAt: i32 = 36
const wordMeaningAt: i32 = 40
const longestWord: i32 = 32
/** Of a slot that holds nothing. */
const nothing: i32 = -1

let room: i32 = 0
let fresh: i32 = 0
let kept: i32 = 0
/** The text last read, as a number, and what it means where it is a word. */
let number: i32 = 0
let meaning: i32 = 0
/** How the text last walked is to be read. */
let kind: i32 = plainText
/** How many words mean something. */
let taught: i32 = 0

export function openTexts(at: i32): void {
  room = at
  for (let i = 0; i < slots; i++) {
    store<i32>(slotOf(i) + slotLengthAt, nothing)
    store<i32>(slotOf(i) + slotNumberAt, i + 1)
  }
}

function slotOf(slot: i32): i32 {
  return room + slotsAt + slot * slotBytes
}

export function startTexts(): void {
  fresh = 0
  kept = 0
}

export function textRead(): i32 {
  return number
}

export function meaningRead(): i32 {
  return meaning
}

export function freshCount(): i32 {
  return fresh
}

export function keptCount(): i32 {
  return kept
}

/** Adds a text of this line; its number, or 0 where there are too many. */
export function addFresh(from: i32, to: i32, how: i32): i32 {
  if (fresh === mostFresh) return 0
  const at = room + freshAt + fresh * 12
  store<i32>(at, from)
  store<i32>(at + 4, to)
  store<i32>(at + 8, how)
  return firstFresh + fresh++
}

/** Number 1 is slot 0; behind the slots come the words. */
function keep(place: i32): void {
  const at = room + keptAt + kept * 8
  store<i32>(at, place)
  store<i32>(at + 4, fresh - 1)
  kept++
}

/** The value at `at` where it is a string, remembered as the last of its key; else no text. Returns the offset behind it. */
export function readText(slot: i32, at: i32): i32 {
  return load<u8>(at) === quote ? readString(slot, at + 1, true) : readNone(at)
}

/** The same for a text that is mostly the last of another key, and is not remembered itself. */
export function readTextLike(slot: i32, at: i32): i32 {
  return load<u8>(at) === quote ? readString(slot, at + 1, false) : readNone(at)
}

function readNone(at: i32): i32 {
  number = 0
  meaning = 0
  return stepOver(at)
}

function readString(slot: i32, from: i32, isKept: bool): i32 {
  const place = slotOf(slot)
  const length = load<i32>(place + slotLengthAt)
  if (length !== nothing && load<u8>(from + length) === quote && sameBytes(from, place, length)) {
    number = load<i32>(place + slotNumberAt)
    return from + length + 1
  }
  const to = walkText(from)
  if (to === lost) return lost
  number = addFresh(from, to, kind)
  if (number === 0) return ask()
  // A slot changes once in a line at most: what JavaScript holds for it is changed when the line is done.
  if (!isKept || kind === oddText || load<i32>(place + slotNumberAt) >= firstFresh) return to + 1
  copyBytes(place, from, to - from)
  store<i32>(place + slotLengthAt, to - from)
  store<i32>(place + slotNumberAt, number)
  keep(slot + 1)
  return to + 1
}

/** Returns the closing quote of the text that begins at `from`, and leaves in `kind` how to read it. */
function walkText(from: i32): i32 {
  let high = 0
  for (let i = 0; i < longestKept; i += 16) {
    const bytes = v128.load(from + i)
    const isQuote = i8x16.eq(bytes, i8x16.splat(quote as i8))
    const isOdd = v128.or(i8x16.eq(bytes, i8x16.splat(backslash as i8)), i8x16.lt_u(bytes, i8x16.splat(32)))
    const stops = i8x16.bitmask(v128.or(isQuote, isOdd))
    const highs = i8x16.bitmask(bytes)
    if (stops === 0) {
      high |= highs
      continue
    }
    const n = ctz<i32>(stops)
    const to = from + i + n
    if (load<u8>(to) !== quote || i + n > longestKept) break
    kind = (high | (highs & ((1 << n) - 1))) === 0 ? plainText : wideText
    return to < lineEnd() ? to : lost
  }
  kind = oddText
  return stringEnd(from)
}

/** The value at `at` where it is a string that comes again and again; else no text. */
export function readWord(at: i32): i32 {
  if (load<u8>(at) !== quote) return readNone(at)
  const from = at + 1
  const to = walkText(from)
  if (to === lost) return lost
  // What an escaped word means is not looked up here.
  if (kind === oddText) return ask()
  const length = to - from
  meaning = 0
  if (length === 0 || length > longestWord || kind !== plainText) {
    number = addFresh(from, to, kind)
    return number === 0 ? ask() : to + 1
  }
  const index = placeOf(from, length)
  const place = room + wordsAt + index * wordBytes
  if (load<i32>(place + wordLengthAt) === length && sameBytes(from, place, length)) {
    number = load<i32>(place + wordNumberAt)
    meaning = load<i32>(place + wordMeaningAt)
    return to + 1
  }
  return readNewWord(index, from, to)
}

function placeOf(from: i32, length: i32): i32 {
  const ends = (load<u8>(from) as i32) * 7 + (load<u8>(from + length - 1) as i32) * 3
  return (length * 31 + ends + (load<u8>(from + (length >> 1)) as i32)) & (words - 1)
}

function readNewWord(index: i32, from: i32, to: i32): i32 {
  const place = room + wordsAt + index * wordBytes
  number = addFresh(from, to, plainText)
  if (number === 0) return ask()
  meaning = meaningOf(from, to - from)
  if (load<i32>(place + wordNumberAt) >= firstFresh) return to + 1
  copyBytes(place, from, to - from)
  store<i32>(place + wordLengthAt, to - from)
  store<i32>(place + wordNumberAt, number)
  store<i32>(place + wordMeaningAt, meaning)
  keep(slots + 1 + index)
  return to + 1
}

/** False: too long, or one too many. */
export function learnWord(from: i32, length: i32, means: i32): bool {
  if (length > longestWord || taught === mostMeanings) return false
  const place = room + meaningsAt + taught++ * meaningBytes
  copyBytes(place, from, length)
  store<u8>(place + longestWord, length as u8)
  store<i32>(place + longestWord + 4, means)
  return true
}

/** All it means: one word may be a tool's name and something else. */
function meaningOf(from: i32, length: i32): i32 {
  let means = 0
  for (let i = 0; i < taught; i++) {
    const place = room + meaningsAt + i * meaningBytes
    const isSame = (load<u8>(place + longestWord) as i32) === length && sameBytes(from, place, length)
    if (isSame) means |= load<i32>(place + longestWord + 4)
  }
  return means
}

/** What was remembered on this line counts from the next one on; `isRead` false: not at all, nobody makes its texts. */
export function endTexts(isRead: bool): void {
  for (let i = 0; i < kept; i++) {
    const index = load<i32>(room + keptAt + i * 8)
    if (index <= slots) {
      const slot = slotOf(index - 1)
      store<i32>(slot + slotNumberAt, index)
      if (!isRead) store<i32>(slot + slotLengthAt, nothing)
    } else {
      const word = room + wordsAt + (index - slots - 1) * wordBytes
      store<i32>(word + wordNumberAt, index)
      if (!isRead) store<i32>(word + wordLengthAt, nothing)
    }
  }
}
