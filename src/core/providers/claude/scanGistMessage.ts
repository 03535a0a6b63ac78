import { wholeCount } from '../../wholeCount'
import type { GistBlock } from './gist'
import { ScanGistBlock } from './scanGistBlock'
import type { ScanGistDraft } from './scanGistDraft'
import { ScanGistKeys } from './scanGistKeys'
import { ScanGistText } from './scanGistText'
import { lost, type ScanGistWalk } from './scanGistWalk'
import { scanGistWanted } from './scanGistWanted'

const quote = 34
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

const idKey = 0
const modelKey = 1
const stopReasonKey = 2
const contentKey = 3
const usageKey = 4
const inputKey = 0
const cacheWriteKey = 1
const cacheReadKey = 2
const outputKey = 3

/** Reads the `message` of a user or assistant record into the draft. */
export class ScanGistMessage {
  private readonly walk: ScanGistWalk
  private readonly draft: ScanGistDraft
  private readonly id: ScanGistText
  private readonly model: ScanGistText
  private readonly stop: ScanGistText
  private readonly block: ScanGistBlock
  private readonly keys: ScanGistKeys
  private readonly usageKeys: ScanGistKeys

  private count = 0

  constructor(walk: ScanGistWalk, draft: ScanGistDraft) {
    this.walk = walk
    this.draft = draft
    this.id = new ScanGistText()
    this.model = new ScanGistText()
    this.stop = new ScanGistText()
    this.block = new ScanGistBlock(walk)
    this.keys = new ScanGistKeys(walk, scanGistWanted.message)
    this.usageKeys = new ScanGistKeys(walk, scanGistWanted.usage)
  }

  read(from: number): number {
    const walk = this.walk
    this.draft.clearMessage()
    if (walk.bytes[from] !== openBrace) return walk.stepOver(from)
    if (walk.bytes[from + 1] === closeBrace) return from + 2
    const keys = this.keys
    keys.start()
    let at = from + 1
    for (;;) {
      const value = keys.read(walk.bytes, at)
      if (value === lost) return lost
      at = this.member(keys.code, value)
      if (at === lost) return lost
      if (walk.bytes[at] === closeBrace) return at + 1
      if (walk.bytes[at++] !== comma) return lost
    }
  }

  private member(key: number, value: number): number {
    const { walk, draft } = this
    if (key === contentKey) return this.content(value)
    if (key === usageKey) return this.usage(value)
    if (key !== idKey && key !== modelKey && key !== stopReasonKey) return walk.stepOver(value)
    const reader = key === idKey ? this.id : key === modelKey ? this.model : this.stop
    const after = reader.readValue(walk, value)
    if (key === idKey) draft.messageId = reader.text
    else if (key === modelKey) draft.model = reader.text
    else draft.stopReason = reader.text
    return after
  }

  private usage(from: number): number {
    const { walk, draft } = this
    draft.usage = null
    if (walk.bytes[from] !== openBrace) return walk.stepOver(from)
    const usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    draft.usage = usage
    if (walk.bytes[from + 1] === closeBrace) return from + 2
    const keys = this.usageKeys
    keys.start()
    let at = from + 1
    for (;;) {
      const value = keys.read(walk.bytes, at)
      if (value === lost) return lost
      const code = keys.code
      at = code === -1 ? walk.stepOver(value) : this.readCount(value)
      if (at === lost) return lost
      if (code === inputKey) usage.input = this.count
      else if (code === cacheWriteKey) usage.cacheWrite = this.count
      else if (code === cacheReadKey) usage.cacheRead = this.count
      else if (code === outputKey) usage.output = this.count
      if (walk.bytes[at] === closeBrace) return at + 1
      if (walk.bytes[at++] !== comma) return lost
    }
  }

  /** Puts the value at `from` into `count`, 0 when it is not a positive finite number. Returns the offset behind it. */
  private readCount(from: number): number {
    const { bytes } = this.walk
    let value = 0
    let i = from
    for (; i < from + 15; i++) {
      const digit = bytes[i]! - 48
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
    }
    const c = bytes[i]
    this.count = value
    if (i > from && (c === comma || c === closeBrace)) return i
    const after = this.walk.stepOver(from)
    if (after !== lost) this.count = countOddly(bytes.latin1Slice(from, after))
    return after
  }

  /** Content that is text is a prompt, and content of a user that is no tool result is one too: read whole. */
  private content(from: number): number {
    const { walk, draft } = this
    draft.blocks = []
    if (walk.bytes[from] === quote) return lost
    if (walk.bytes[from] !== openBracket) return walk.stepOver(from)
    if (walk.bytes[from + 1] === closeBracket) return from + 2
    const blocks: GistBlock[] = []
    draft.blocks = blocks
    let at = from + 1
    for (;;) {
      at = this.element(at, blocks)
      if (at === lost) return lost
      if (walk.bytes[at] === closeBracket) return at + 1
      if (walk.bytes[at++] !== comma) return lost
    }
  }

  private element(from: number, blocks: GistBlock[]): number {
    const { walk, block } = this
    if (walk.bytes[from] !== openBrace) {
      blocks.push({ kind: 'other' })
      return walk.stepOver(from)
    }
    const after = block.read(from)
    const read = after === lost ? null : block.block(this.draft.type)
    if (read === null) return lost
    blocks.push(read)
    return after
  }
}

/** Fractions, exponents, and everything that is no number: texts keep their quotes here. */
function countOddly(text: string): number {
  return /^[-0-9]/.test(text) ? wholeCount(Number(text)) : 0
}
