import type { GistBlock } from './gist'
import { plainTools } from './plainTools'
import { scanGistHint } from './scanGistHint'
import { ScanGistKeys } from './scanGistKeys'
import { ScanGistText } from './scanGistText'
import { lost, type ScanGistWalk } from './scanGistWalk'
import { scanGistWanted } from './scanGistWanted'

const quote = 34
const comma = 44
const openBrace = 123
const closeBrace = 125

const typeKey = 0
const textKey = 1
const thinkingKey = 2
const idKey = 3
const nameKey = 4
const inputKey = 5
const callKey = 6
const errorKey = 7

/** Reads one content block. Its type may come last, so every field any type has is kept until the end. */
export class ScanGistBlock {
  private readonly walk: ScanGistWalk
  private readonly keys: ScanGistKeys
  private readonly kind: ScanGistText
  private readonly tool: ScanGistText
  /** One memory for `id` and `tool_use_id`: a call's result is mostly the next line. */
  private readonly call: ScanGistText
  private type = ''
  private hint = ''
  private said = ''
  private thought = ''
  private asked = ''
  private id = ''
  private name = ''
  private callId = ''
  private isError = false

  constructor(walk: ScanGistWalk) {
    this.walk = walk
    this.keys = new ScanGistKeys(walk, scanGistWanted.block)
    this.kind = new ScanGistText()
    this.tool = new ScanGistText()
    this.call = new ScanGistText()
  }

  /** Reads the object at `from`; returns the offset behind it. */
  read(from: number): number {
    const walk = this.walk
    this.clear()
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

  /** The block just read, null when its record must be read whole. `recordType` is '' where the record says it only later. */
  block(recordType: string): GistBlock | null {
    switch (this.type) {
      case 'tool_result':
        return this.isError ? null : { kind: 'tool_result', callId: this.callId, isError: false }
      case 'text':
        return recordType === 'user' ? null : { kind: 'text', hint: this.said }
      case 'thinking':
        return { kind: 'thinking', hint: this.thought }
      case 'tool_use':
        return plainTools.has(this.name) ? { kind: 'tool_use', id: this.id, name: this.name, hint: this.asked } : null
      default:
        return { kind: 'other' }
    }
  }

  private clear(): void {
    this.type = ''
    this.said = ''
    this.thought = ''
    this.asked = ''
    this.id = ''
    this.name = ''
    this.callId = ''
    this.isError = false
  }

  private member(key: number, value: number): number {
    const walk = this.walk
    switch (key) {
      case typeKey: {
        const after = this.kind.readValue(walk, value)
        this.type = this.kind.text ?? ''
        return after
      }
      case nameKey: {
        const after = this.tool.readValue(walk, value)
        this.name = this.tool.text ?? ''
        return after
      }
      case idKey: {
        const after = this.call.readValue(walk, value)
        this.id = this.call.text ?? ''
        return after
      }
      case callKey: {
        const after = this.call.readValue(walk, value)
        this.callId = this.call.text ?? ''
        return after
      }
      case textKey: {
        const after = this.readHint(value)
        this.said = this.hint
        return after
      }
      case thinkingKey: {
        const after = this.readHint(value)
        this.thought = this.hint
        return after
      }
      case inputKey:
        return this.input(value)
      case errorKey:
        this.isError = walk.isTrue(value)
        return walk.stepOver(value)
      default:
        return walk.stepOver(value)
    }
  }

  private readHint(value: number): number {
    const walk = this.walk
    this.hint = ''
    const after = walk.stepOver(value)
    if (after === lost || walk.bytes[value] !== quote) return after
    const hint = scanGistHint(walk.bytes, value + 1, after - 1)
    if (hint === null) return lost
    this.hint = hint
    return after
  }

  private input(from: number): number {
    const walk = this.walk
    this.asked = ''
    if (walk.bytes[from] !== openBrace) return walk.stepOver(from)
    if (walk.bytes[from + 1] === closeBrace) return from + 2
    const firstFrom = from + 2
    let firstTo = 0
    let at = from + 1
    for (;;) {
      const value = walk.key(at)
      if (value === lost || isDigit(walk.bytes[at + 1]!)) return lost
      if (firstTo === 0) {
        firstTo = walk.keyTo
        at = this.readHint(value)
        this.asked = this.hint
      } else if (this.isSameKey(firstFrom, firstTo)) return lost
      else at = walk.stepOver(value)
      if (at === lost) return lost
      if (walk.bytes[at] === closeBrace) return at + 1
      if (walk.bytes[at++] !== comma) return lost
    }
  }

  /** A repeated first key: JSON.parse keeps the place of the first and the value of the last. */
  private isSameKey(from: number, to: number): boolean {
    const { bytes, keyFrom, keyTo } = this.walk
    if (keyTo - keyFrom !== to - from) return false
    for (let i = 0; i < to - from; i++) if (bytes[keyFrom + i] !== bytes[from + i]) return false
    return true
  }
}

/** Keys that look like array indices are moved to the front of a JavaScript object; which key is the first is not to be seen here. */
function isDigit(c: number): boolean {
  return c >= 48 && c <= 57
}
