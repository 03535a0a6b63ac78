import type { Bytes } from '../../framing/bytes'
import type { AnswerSketch, ItemSketch, LineSketch } from '../../itemBody'
import { asObject, type Json, parseJson, textOf } from '../../readJson'
import type { Gist } from './gist'
import { FORK_START } from './names'
import { openThreads } from './openThreads'
import { readItems } from './readItems'

const QUEUED = '"attachment":{"type":"queued_command"'
/** The attachment begins within this many bytes: before it stand only ids. */
const ATTACHMENT_HEAD = 400

export interface Sketches {
  /** What the record adds to a transcript; null: nothing that a reader of it would see. Records come in the order of the file. */
  take(gist: Gist, bytes: Bytes, start: number, end: number): LineSketch | null
}

export function openSketches(run: string, agent: string | null): Sketches {
  const threadOf = openThreads(run, agent)
  let lastRecord: string | null = null
  let inherited = false
  return {
    take(gist, bytes, start, end) {
      if (gist.type === 'fork-context-ref') inherited = true
      if (inherited && gist.type === 'user' && startsFork(gist.whole)) inherited = false
      if (inherited || (gist.uuid !== null && gist.uuid === lastRecord)) return null
      const isTalk = gist.type === 'user' || gist.type === 'assistant'
      // Asked for every record of the conversation: a chain is followed from link to link.
      const thread = isTalk || gist.isSidechain ? threadOf(gist) : (agent ?? run)
      if (isTalk) lastRecord = gist.uuid
      const items = itemsOf(gist, bytes, start, end)
      const answers = gist.type === 'user' ? answersOf(gist) : NONE
      return items.length === 0 && answers.length === 0 ? null : { thread, at: gist.at, items, answers }
    },
  }
}

const NONE: readonly AnswerSketch[] = []

function answersOf(gist: Gist): readonly AnswerSketch[] {
  return gist.blocks.flatMap((block) => (block.kind === 'tool_result' ? [{ call: block.callId, isError: block.isError }] : []))
}

function startsFork(whole: Json | null): boolean {
  return textOf(asObject(whole?.['message'])?.['content']).includes(FORK_START)
}

function itemsOf(gist: Gist, bytes: Bytes, start: number, end: number): readonly ItemSketch[] {
  switch (gist.type) {
    case 'assistant':
      return gist.whole ? sketchWhole(gist.whole) : sketchBlocks(gist)
    case 'user':
      return gist.whole ? sketchWhole(gist.whole) : []
    case 'system':
      return sketchWhole(wholeOf(gist, bytes, start, end))
    case 'attachment':
      return isQueued(bytes, start, end) ? sketchWhole(wholeOf(gist, bytes, start, end)) : []
    default:
      return []
  }
}

/** The scan has found the line sound; a text that JSON refuses all the same holds no item. */
function wholeOf(gist: Gist, bytes: Bytes, start: number, end: number): Json {
  return gist.whole ?? asObject(parseJson(bytes.utf8Slice(start, end))) ?? {}
}

function isQueued(bytes: Bytes, start: number, end: number): boolean {
  return bytes.latin1Slice(start, Math.min(end, start + ATTACHMENT_HEAD)).includes(QUEUED)
}

function sketchWhole(record: Json): ItemSketch[] {
  return readItems(record).map((body) => ({ kind: body.kind, call: body.tool?.call ?? null, name: body.tool?.name ?? null }))
}

function sketchBlocks(gist: Gist): ItemSketch[] {
  return gist.blocks.map((block) => {
    if (block.kind === 'tool_use') return { kind: 'tool', call: block.id, name: block.name }
    return { kind: block.kind === 'thinking' ? 'thinking' : gist.isApiError ? 'error' : 'text', call: null, name: null }
  })
}
