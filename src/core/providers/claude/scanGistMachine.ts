import type { Bytes } from '../../framing/bytes'
import type { Machine } from '../../framing/machine'
import { bulkTypes } from './bulkTypes'
import type { Gist, GistBlock, GistUsage } from './gist'
import { plainTools } from './plainTools'
import { scanGistHint } from './scanGistHint'
import * as layout from './scanGistLayout'
import { scanGistModule } from './scanGistModule'
import { scanGistWanted } from './scanGistWanted'
import { unescapeBytes } from './unescapeBytes'

type Step = (...numbers: readonly number[]) => number

const none: readonly GistBlock[] = []

/**
 * The walk of a line in machine code, in the memory that the line was read into. It leaves numbers, and the places of the texts that
 * the lines before did not have; the rest is told by what was made for them.
 */
export class ScanGistMachine {
  private readonly walk: Step
  private readonly found: Int32Array
  private readonly numbers: Float64Array
  private readonly texts: (string | null)[] = Array.from({ length: layout.firstFresh + layout.mostFresh }, () => null)

  /** Null where it cannot run. */
  static open(machine: Machine): ScanGistMachine | null {
    if (machine.roomBytes < layout.roomBytes) return null
    const functions = machine.load(scanGistModule)
    const [open, teachKey, teachWord, read] = [
      functions?.['open'],
      functions?.['teachKey'],
      functions?.['teachWord'],
      functions?.['read'],
    ]
    if (!isStep(open) || !isStep(teachKey) || !isStep(teachWord) || !isStep(read)) return null
    // Another program's leftovers would be taken for texts that are known.
    new Uint8Array(machine.memory, machine.roomAt, layout.roomBytes).fill(0)
    open(machine.roomAt, machine.quotesAt)
    return teach(machine, teachKey, teachWord) ? new ScanGistMachine(machine, read) : null
  }

  private constructor({ memory, roomAt }: Machine, walk: Step) {
    this.walk = walk
    this.found = new Int32Array(memory, roomAt, layout.slotsAt / 4)
    this.numbers = new Float64Array(memory, roomAt, layout.slotsAt / 8)
  }

  /** As `scanGist`; undefined: it cannot say. */
  read(bytes: Bytes, start: number, end: number): Gist | null | undefined {
    const read = this.walk(start, end)
    if (read !== layout.readLine) return read === layout.unreadLine ? null : undefined
    const isSound = this.makeTexts(bytes)
    const gist = isSound ? this.gist() : null
    this.keepTexts()
    return gist
  }

  /** False: one of them is none. */
  private makeTexts(bytes: Bytes): boolean {
    const { found, texts } = this
    const count = found[layout.freshWord]!
    let isSound = true
    for (let i = 0, at = layout.freshAt / 4; i < count; i++, at += 3) {
      const text = textOf(bytes, found[at]!, found[at + 1]!, found[at + 2]!)
      texts[layout.firstFresh + i] = text
      isSound &&= text !== null
    }
    return isSound
  }

  /** After the gist: it may hold the text that is replaced here. */
  private keepTexts(): void {
    const { found, texts } = this
    const count = found[layout.keptWord]!
    for (let i = 0, at = layout.keptAt / 4; i < count; i++, at += 2)
      texts[found[at]!] = texts[layout.firstFresh + found[at + 1]!]!
  }

  private gist(): Gist {
    const { found, texts } = this
    const speaks = found[layout.speaksWord] === 1
    return {
      type: texts[found[layout.typeWord]!] ?? '',
      uuid: texts[found[layout.uuidWord]!]!,
      parentUuid: texts[found[layout.parentWord]!]!,
      at: this.numbers[layout.timeDouble]!,
      sessionId: texts[found[layout.sessionWord]!]!,
      agentId: texts[found[layout.agentWord]!]!,
      cwd: texts[found[layout.cwdWord]!]!,
      version: texts[found[layout.versionWord]!]!,
      branch: texts[found[layout.branchWord]!]!,
      isSidechain: found[layout.sidechainWord] === 1,
      isApiError: false,
      messageId: speaks ? texts[found[layout.messageWord]!]! : null,
      requestId: texts[found[layout.requestWord]!]!,
      model: speaks ? texts[found[layout.modelWord]!]! : null,
      stopReason: speaks ? texts[found[layout.stopWord]!]! : null,
      usage: found[layout.usageWord] === 1 ? this.usage() : null,
      blocks: speaks ? this.blocks() : none,
      whole: null,
    }
  }

  private usage(): GistUsage {
    const { numbers } = this
    const at = layout.usageDouble
    return { input: numbers[at]!, cacheWrite: numbers[at + 1]!, cacheRead: numbers[at + 2]!, output: numbers[at + 3]! }
  }

  private blocks(): readonly GistBlock[] {
    const blocks: GistBlock[] = []
    const count = this.found[layout.blocksWord]!
    for (let i = 0; i < count; i++) blocks.push(this.block(layout.blocksAt / 4 + i * 4))
    return blocks
  }

  private block(at: number): GistBlock {
    const { found, texts } = this
    switch (found[at]) {
      case layout.resultBlock:
        return { kind: 'tool_result', callId: texts[found[at + 1]!] ?? '', isError: false }
      case layout.toolBlock:
        return {
          kind: 'tool_use',
          id: texts[found[at + 1]!] ?? '',
          name: texts[found[at + 2]!] ?? '',
          hint: texts[found[at + 3]!] ?? '',
        }
      case layout.saidBlock:
        return { kind: 'text', hint: texts[found[at + 3]!] ?? '' }
      case layout.thoughtBlock:
        return { kind: 'thinking', hint: texts[found[at + 3]!] ?? '' }
      default:
        return { kind: 'other' }
    }
  }
}

function isStep(value: unknown): value is Step {
  return typeof value === 'function'
}

function textOf(bytes: Bytes, from: number, to: number, kind: number): string | null {
  switch (kind) {
    case layout.plainText:
      return bytes.latin1Slice(from, to)
    case layout.wideText:
      return bytes.utf8Slice(from, to)
    case layout.oddText:
      return unescapeBytes(bytes, from, to)
    default:
      return scanGistHint(bytes, from, to)
  }
}

/** In the order of the objects in the layout. */
const objects = [scanGistWanted.record, scanGistWanted.result, scanGistWanted.message, scanGistWanted.usage, scanGistWanted.block]

const words: readonly (readonly [string, number])[] = [
  ['assistant', layout.assistantWord],
  ['user', layout.userWord],
  ['text', layout.textWord],
  ['thinking', layout.thinkingWord],
  ['tool_use', layout.toolUseWord],
  ['tool_result', layout.toolResultWord],
  ...[...bulkTypes].map((type) => [type, layout.bulkWord] as const),
  ...[...plainTools].map((tool) => [tool, layout.plainToolWord] as const),
]

/** False: not all of it was learned, and what is not known would be taken for nothing. */
function teach({ memory, roomAt }: Machine, teachKey: Step, teachWord: Step): boolean {
  // They are handed over in the place of what is found later.
  const desk = new Uint8Array(memory, roomAt, layout.slotsAt)
  const put = (text: string): number => {
    for (let i = 0; i < text.length; i++) desk[i] = text.charCodeAt(i)
    return text.length
  }
  const knowsKeys = objects.every((keys, object) =>
    keys.every((key, code) => teachKey(object, roomAt, put(`"${key}":`), code) === 1),
  )
  return knowsKeys && words.every(([word, meaning]) => teachWord(roomAt, put(word), meaning) === 1)
}
