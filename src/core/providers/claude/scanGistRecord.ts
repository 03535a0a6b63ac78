import type { Bytes } from '../../framing/bytes'
import { soundTime } from '../../soundTime'
import { bulkTypes } from './bulkTypes'
import type { Gist } from './gist'
import { ScanGistDraft } from './scanGistDraft'
import { ScanGistKeys } from './scanGistKeys'
import { ScanGistMessage } from './scanGistMessage'
import { ScanGistText } from './scanGistText'
import { scanGistTime } from './scanGistTime'
import { lost, ScanGistWalk } from './scanGistWalk'
import { scanGistWanted } from './scanGistWanted'

const quote = 34
const comma = 44
const openBrace = 123
const closeBrace = 125
const letterF = 102
const letterN = 110

/** Keys up to this one are ids and other short texts, kept in this order. */
const lastTextKey = 7
const typeKey = 8
const timestampKey = 9
const sidechainKey = 10
const messageKey = 11
const resultKey = 12
const apiErrorKey = 13
const promotedKey = 18

/**
 * Reads one record from its bytes, key by key, at the depth where each key means what it says. Nothing is guessed: whatever is
 * unusual, and whatever `needsWhole` asks for, is null, and the record is then parsed.
 */
export class ScanGistRecord {
  private readonly walk: ScanGistWalk
  private readonly draft = new ScanGistDraft()
  private readonly message: ScanGistMessage
  private readonly keys: ScanGistKeys
  private readonly resultKeys: ScanGistKeys
  private readonly kind: ScanGistText
  private readonly time: ScanGistText
  private readonly texts: readonly ScanGistText[]
  private isOdd = false

  constructor() {
    const walk = new ScanGistWalk()
    const text = () => new ScanGistText()
    this.walk = walk
    this.message = new ScanGistMessage(walk, this.draft)
    this.keys = new ScanGistKeys(walk, scanGistWanted.record)
    this.resultKeys = new ScanGistKeys(walk, scanGistWanted.result)
    this.kind = text()
    this.time = text()
    // A record's parent is mostly the record before it, so both are remembered in one place.
    const uuid = text()
    this.texts = [uuid, uuid, text(), text(), text(), text(), text(), text()]
  }

  read(bytes: Bytes, start: number, end: number): Gist | null {
    if (bytes[start] !== openBrace || end - start < 3) return null
    const gist = this.readRecord(bytes, start, end)
    this.walk.release()
    return gist
  }

  private readRecord(bytes: Bytes, start: number, end: number): Gist | null {
    const { walk, keys } = this
    walk.startLine(bytes, end)
    this.draft.clear()
    this.isOdd = false
    keys.start()
    let at = start + 1
    for (;;) {
      const value = keys.read(bytes, at)
      if (value === lost) return null
      const code = keys.code
      at = code >= 0 && code <= lastTextKey ? this.text(code, value) : this.member(code, value)
      if (at === lost || at >= end) return null
      if (bytes[at] === closeBrace) return at + 1 === end ? this.finish() : null
      if (bytes[at++] !== comma) return null
    }
  }

  private finish(): Gist | null {
    const draft = this.draft
    if (draft.type === 'user') {
      if (this.isOdd || draft.blocks.length === 0) return null
      for (const block of draft.blocks) if (block.kind !== 'tool_result') return null
    } else if (draft.type === '') return null
    return draft.gist()
  }

  private text(code: number, value: number): number {
    const reader = this.texts[code]!
    const after = reader.readValue(this.walk, value)
    this.draft.texts[code] = reader.text
    return after
  }

  private member(code: number, value: number): number {
    const { walk, draft } = this
    switch (code) {
      case -1:
        return walk.stepOver(value)
      case typeKey:
        return this.type(value)
      case timestampKey:
        return this.timestamp(value)
      case sidechainKey:
        draft.isSidechain = walk.isTrue(value)
        return walk.stepOver(value)
      case messageKey:
        return draft.type === '' || draft.type === 'user' || draft.type === 'assistant'
          ? this.message.read(value)
          : walk.stepOver(value)
      case resultKey:
        return this.result(value)
      default:
        return this.odd(code, value)
    }
  }

  /** Types that are always read whole end the walk here, before their long values. */
  private type(value: number): number {
    const { walk, kind, draft } = this
    // A second `type` could change what an already skipped message means.
    if (walk.bytes[value] !== quote || draft.type !== '') return lost
    const after = kind.readValue(walk, value)
    if (after === lost) return lost
    const type = kind.text ?? ''
    draft.type = type
    return type === 'assistant' || type === 'user' || bulkTypes.has(type) ? after : lost
  }

  private timestamp(value: number): number {
    const { walk, draft, time } = this
    const at = walk.bytes[value] === quote ? scanGistTime(walk.bytes, value + 1) : -1
    if (at !== -1) {
      draft.at = at
      return value + 26
    }
    const after = time.readValue(walk, value)
    draft.at = soundTime(Date.parse(time.text ?? ''))
    return after
  }

  /** Keys that, when they say anything, make a user record one to read whole; an API error and a promoted copy do so everywhere. */
  private odd(code: number, value: number): number {
    const { walk } = this
    const first = walk.bytes[value]
    const isSaid = first !== letterF && first !== letterN
    if ((code === apiErrorKey || code === promotedKey) && isSaid) return lost
    this.isOdd ||= isSaid
    return walk.stepOver(value)
  }

  private result(from: number): number {
    const { walk, resultKeys } = this
    if (walk.bytes[from] === quote) this.isOdd = true
    if (walk.bytes[from] !== openBrace) return walk.stepOver(from)
    if (walk.bytes[from + 1] === closeBrace) return from + 2
    resultKeys.start()
    let at = from + 1
    for (;;) {
      const value = resultKeys.read(walk.bytes, at)
      if (value === lost || resultKeys.code !== -1) return lost
      at = walk.stepOver(value)
      if (at === lost) return lost
      if (walk.bytes[at] === closeBrace) return at + 1
      if (walk.bytes[at++] !== comma) return lost
    }
  }
}
